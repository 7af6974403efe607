/**
 * Decides what a page does with a message about its game. It is a pure function, because every fault of the network
 * ends here: messages that are lost, late, repeated or out of order, and servers that restart.
 */

/** @typedef {import('../net/protocol.js').Command} Command */
/** @typedef {import('../net/protocol.js').GameMessage} GameMessage */
/** @typedef {import('../net/protocol.js').Leaving} Leaving */
/** @typedef {import('../net/protocol.js').Message} Message */
/** @typedef {import('../net/protocol.js').RefusedMessage} RefusedMessage */
/**
 * A command that the server has not answered, and the version that the player saw.
 * @typedef {{id: number, version: number, command: Command}} Pending
 */
/**
 * What the page knows. `moves` are the moves of the server at `version`, without a pending one, and `leavings` the
 * players who have left by then. `version` is null before the first message.
 * @typedef {{version: number|null, moves: readonly string[], leavings?: readonly Leaving[], pending: Pending|null}}
 *   Local
 */
/**
 * - `watch`: subscribe with the own version.
 * - `ask`: ask for the whole game.
 * - `send`: send the pending command again.
 * - `renew`: send the pending command as a new one, for the current version.
 * - `update`: cut the moves to `cut`, append `append`, and take over everything else in the message.
 * - `presence`: take over who is here.
 * - `settle`: the server has stored the pending command.
 * - `drop`: the pending command is void, and its move is no longer shown.
 * - `refuse`: the server has refused the pending command.
 * - `leave`: the game does not exist for this player.
 * @typedef {{do: 'watch'|'ask'|'send'|'renew'|'presence'|'settle'|'drop'|'refuse'|'leave'} |
 *   {do: 'update', cut: number, append: string[]}} Action
 */

/**
 * Commands that mean the same after another player's offer or phrase. A pending move is dropped on any other move, and
 * when a player leaves.
 */
const LASTING = new Set(['move', 'resign', 'add_time', 'phrase']);

/** @param {Local} local @param {Message} message @returns {Action[]} in order */
export function reconcile(local, message) {
  const { pending } = local;
  switch (message.t) {
    case 'open':
      return pending ? [{ do: 'watch' }, { do: 'send' }] : [{ do: 'watch' }];
    case 'game':
      return update(local, message);
    case 'done':
      return message.id === pending?.id ? settle(local, pending, message.version) : catchUp(local, message.version);
    case 'refused':
      return message.id === pending?.id ? refuse(local, pending, message) : catchUp(local, message.version);
    case 'current':
      return catchUp(local, message.version);
    case 'presence':
      return isOld(local, message.version) ? [] : [{ do: 'presence' }, ...catchUp(local, message.version)];
    case 'gone':
      return [{ do: 'leave' }];
    default:
      return [];
  }
}

/** @param {Local} local @param {number} version */
const isOld = (local, version) => local.version !== null && version < local.version;
/** @param {Local} local @param {number} version */
const isAhead = (local, version) => local.version === null || version > local.version;

/** Ask for the game if the server is ahead. @param {Local} local @param {number} version @returns {Action[]} */
const catchUp = (local, version) => (isAhead(local, version) ? [{ do: 'ask' }] : []);

/** @param {Local} local @param {GameMessage} message @returns {Action[]} */
function update(local, message) {
  const { version, base, from_ply: from, outcome } = message;
  if (isOld(local, version)) return [];
  if (from > local.moves.length || (from > 0 && (local.version === null || local.version < base)))
    return [{ do: 'ask' }];
  const moves = [...local.moves.slice(0, from), ...message.moves];
  const cut = commonLength(local.moves, moves);
  /** @type {Action} */ const taken = { do: 'update', cut, append: moves.slice(cut) };
  const move = local.pending?.command.kind === 'move' ? local.pending.command.move : null;
  if (!move) return [taken];
  const isUnchanged =
    cut === local.moves.length && taken.append.length === 0 && isSame(local.leavings ?? [], message.leavings ?? []);
  if (isUnchanged && !outcome) return [taken];
  return [taken, { do: cut === local.moves.length && taken.append[0] === move ? 'settle' : 'drop' }];
}

/**
 * A move that is stored is settled by the moves of the game. If the page has the version and not the move, the move was
 * taken back since.
 * @param {Local} local @param {Pending} pending @param {number} version @returns {Action[]}
 */
function settle(local, { command }, version) {
  if (command.kind !== 'move') return [{ do: 'settle' }, ...catchUp(local, version)];
  return isAhead(local, version) ? [{ do: 'ask' }] : [{ do: 'drop' }];
}

/** @param {Local} local @param {Pending} pending @param {RefusedMessage} message @returns {Action[]} */
function refuse(local, pending, { code, version }) {
  if (code === 'busy') return catchUp(local, version); // the command is sent again later
  if (code === 'stale' && LASTING.has(pending.command.kind)) {
    if (isAhead(local, version)) return [{ do: 'ask' }];
    if (isOld(local, pending.version)) return [{ do: 'renew' }];
  }
  return [{ do: 'refuse' }, ...catchUp(local, version)];
}

/**
 * Return whether the same players have left. Nobody comes back.
 * @param {readonly Leaving[]} one @param {readonly Leaving[]} other
 */
const isSame = (one, other) => one.length === other.length;

/** @param {readonly string[]} one @param {readonly string[]} other */
function commonLength(one, other) {
  const different = one.findIndex((move, ply) => move !== other[ply]);
  return different < 0 ? one.length : different;
}
