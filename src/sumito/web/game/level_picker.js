/** The choice of a level on the set-up sheet: a face for each, and some words about the chosen one. */
import { h } from '../shell/dom.js';
import { bind, label, say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { levelFace } from './level_face.js';

/** @typedef {import('../core/levels.js').LevelData} LevelData */

const NOTE = 'level-note';

/**
 * @param {LevelData} data
 * @param {ReadonlySet<string>} won the ids of the levels that are marked as beaten
 * @param {string} chosen
 * @param {(id: string) => void} choose
 */
export function levelPicker({ levels }, won, chosen, choose) {
  const face = h('span', { class: 'level-face' }),
    name = h('strong', { dir: 'auto' }),
    number = h('span', { class: 'level-number' }),
    words = h('span', { id: NOTE }),
    beaten = h('span', { class: 'level-won', say: 'play.level.won' });
  /** @param {string} id */
  const show = (id) => {
    const n = levels.findIndex((level) => level.id === id) + 1;
    face.replaceChildren(levelFace(id));
    label(name, `level.${id}`);
    label(number, 'play.level.number', { n });
    label(words, `character.${id}`);
    beaten.hidden = !won.has(id);
  };
  show(chosen);
  return h(
    'div',
    { class: 'field choice-level' },
    h(
      'div',
      { class: 'levels', role: 'radiogroup', 'say:aria-label': 'play.level' },
      ...levels.map(({ id, number: n }) => {
        const radio = h('input', {
          type: 'radio',
          name: 'level',
          value: id,
          checked: id === chosen,
          'aria-describedby': NOTE,
          onchange: () => {
            show(id);
            choose(id);
          },
        });
        const message = won.has(id) ? 'play.level.choice.won' : 'play.level.choice';
        bind(radio, 'aria-label', () =>
          radio.setAttribute('aria-label', say(message, { name: say(`level.${id}`), n })),
        );
        return h(
          'label',
          { class: 'level' },
          radio,
          levelFace(id),
          won.has(id) && h('span', { class: 'won-mark', 'aria-hidden': 'true' }, icon('check')),
          h('span', { class: 'number', 'aria-hidden': 'true' }, String(n)),
        );
      }),
    ),
    h(
      'div',
      { class: 'level-words' },
      face,
      h('p', {}, name, ' ', number),
      h('p', { class: 'dim' }, words, ' ', beaten),
    ),
  );
}
