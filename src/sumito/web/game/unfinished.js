/** Above the set-up sheet: the last game that was not finished. */
import { h } from '../dom.js';
import { playersOf, resumeLink } from './kept_game.js';

/** @param {import('./session.js').Store} store @param {'engine'|'local'} kind */
export async function unfinishedLine(store, kind) {
  const game = (await store.games()).find((each) => each.kind === kind && !each.outcome);
  return game ? h('p', { class: 'card unfinished' }, playersOf(game, 'span'), h('a', { class: 'button', href: resumeLink(game), say: 'games.resume' })) : null;
}
