/** The dialog that shares a game: its link, a picture of a position, an animation. */
import { formatLink, LinkError } from '../core/links.js';
import { recordOf } from '../core/record_tree.js';
import { openStudy } from '../core/study.js';
import { copyField } from '../shell/clipboard.js';
import { showing } from '../shell/dialog.js';
import { h } from '../shell/dom.js';
import { label, loadLanguage, say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { loadStyle } from '../shell/late_style.js';
import { settings } from '../shell/settings.js';
import { link, notice } from '../shell/shell.js';
import { saveFile } from './exchange.js';
import { animationOf, pictureOf } from './picture.js';

/** @typedef {import('../core/record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('./picture.js').Diagram} Diagram */

const PICTURE_WIDTH = 900;
const ANIMATION_WIDTH = 400;

/**
 * A game in progress, as far as it is shared.
 * @typedef {object} SharedGame
 * @property {import('../core/game.js').Game} game
 * @property {readonly {info: import('../core/types.js').MoveInfo}[]} plies
 * @property {(ply: number) => {marbles: Diagram['marbles']}} positionAfter
 */

/** Open the dialog for a whole game. @param {SharedGame} session @param {number} rotation of the board */
export async function shareGame(session, rotation) {
  const { game, plies } = session;
  const positions = Array.from({ length: plies.length + 1 }, (_, ply) => ({
    marbles: session.positionAfter(ply).marbles,
    last: ply ? plies[ply - 1].info : null,
  }));
  await openShare({ record: recordOf(game), positions, at: plies.length, rotation });
}

/**
 * Open the dialog.
 * @param {object} game
 * @param {TreeRecord} game.record
 * @param {readonly Diagram[]} game.positions from the start on
 * @param {number} game.at the position of the picture
 * @param {number} game.rotation of the board
 */
export async function openShare({ record, positions, at, rotation }) {
  const [study] = await Promise.all([
    openStudy(),
    loadLanguage(settings.get('language'), 'share'),
    loadStyle('style/scene.css'),
  ]);
  const address = addressOf(study, record);
  const shown = positions[at];
  const preview = h('img', { class: 'share-picture', 'say:alt': 'share.picture.alt' });
  const picture = pictureOf(shown, PICTURE_WIDTH, rotation);
  picture.then(
    async (blob) => {
      preview.src = await dataAddress(blob);
    },
    (error) => fail(error),
  );
  const box = h(
    'dialog',
    { class: 'share', 'aria-labelledby': 'share-title' },
    h('h2', { id: 'share-title', say: 'share.title' }),
    preview,
    address && linkRow(address),
    h(
      'div',
      { class: 'row' },
      button('save', 'share.picture', async () => {
        await offer(await picture, 'abalone.png');
      }),
      positions.length > 1 && animationButton(positions, rotation),
      h('button', { type: 'button', say: 'app.close', onclick: () => box.close() }),
    ),
  );
  await showing(box);
}

/**
 * Return the address of a game; null if it cannot be a link.
 * @param {import('../core/study.js').Study} study @param {TreeRecord} record
 */
function addressOf(study, record) {
  try {
    return new URL(link('analysis', { g: formatLink(study, record) }), location.href).href;
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    if (error.code !== 'too_long') console.warn(error); // a mistake of ours, but the pictures can be made
    return null;
  }
}

/** @param {string} address */
function linkRow(address) {
  const field = h('input', {
    type: 'text',
    readonly: true,
    dir: 'ltr',
    value: address,
    'say:aria-label': 'share.link',
    onclick: () => field.select(),
  });
  const words = h('span', { say: 'share.copy', role: 'status' });
  const copy = async () => label(words, (await copyField(field)) ? 'share.copied' : 'share.copy');
  const send = () => navigator.share({ title: say('share.text'), url: address }).catch(() => {});
  return h(
    'div',
    { class: 'share-link' },
    field,
    h('button', { type: 'button', class: 'primary', autofocus: true, onclick: () => void copy() }, icon('link'), words),
    'share' in navigator &&
      h('button', { type: 'button', onclick: () => void send() }, icon('up'), h('span', { say: 'share.send' })),
  );
}

/** @param {readonly Diagram[]} positions @param {number} rotation */
function animationButton(positions, rotation) {
  const made = button('play', 'share.animation', async (words) => {
    made.disabled = true;
    try {
      const all = positions.length;
      const blob = await animationOf(positions, ANIMATION_WIDTH, rotation, (n) =>
        label(words, 'share.making', { n, all }),
      );
      saveFile(blob, 'abalone-game.png');
    } finally {
      made.disabled = false;
      label(words, 'share.animation');
    }
  });
  return made;
}

/** @param {string} picture @param {string} message @param {(words: HTMLElement) => Promise<void>} act */
function button(picture, message, act) {
  const words = h('span', { say: message });
  return h('button', { type: 'button', onclick: () => void act(words).catch(fail) }, icon(picture), words);
}

/** Give a picture to the share sheet of a phone, or else save it. @param {Blob} blob @param {string} name */
async function offer(blob, name) {
  const files = [new File([blob], name, { type: blob.type })];
  if (navigator.canShare?.({ files }) && matchMedia('(pointer: coarse)').matches) {
    try {
      return await navigator.share({ files });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    }
  }
  return saveFile(blob, name);
}

/** @param {unknown} error */
function fail(error) {
  console.error(error);
  notice('share.failed', { kind: 'bad' });
}

/** @param {Blob} blob @returns {Promise<string>} */
function dataAddress(blob) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(blob);
  });
}
