/** The invitations of this browser's games. Only it knows their links: the server keeps no secrets. */

/** @typedef {Pick<import('../shell/store.js').Store, 'progress'|'setProgress'>} Store */

/** The name under which they are kept. */
export const INVITATIONS = 'online.invitations';
const MOST = 50;

/** Keep the secret of a game's invitation. @param {Store} store @param {string} game @param {string} secret */
export async function keepInvitation(store, game, secret) {
  const kept = Object.entries((await store.progress(INVITATIONS)) ?? {}).filter(([each]) => each !== game);
  await store.setProgress(INVITATIONS, Object.fromEntries([...kept, [game, secret]].slice(-MOST)));
}

/** Return the secret of a game's invitation; '' if it is not known. @param {Store} store @param {string} game */
export async function invitationOf(store, game) {
  const kept = /** @type {Record<string, string>} */ ((await store.progress(INVITATIONS)) ?? {});
  return kept[game] ?? '';
}
