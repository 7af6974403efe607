/** Highlight on a board the things that the user points at in a text: the cells of a sentence, the shapes of a term. */

/** @typedef {import('../board/board.js').Outline} Outline */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/types.js').MoveInfo} MoveInfo */

/** The kinds of formations that are groups: every marble is in exactly one. */
export const GROUPS = Object.freeze(['monomial', 'binomial', 'lance', 'arc', 'shield', 'polynomial']);

/** Terms for several kinds of formations. @type {Readonly<Record<string, readonly string[]>>} */
const KINDS = {
  trinomial: ['lance', 'arc', 'shield'],
  group: GROUPS,
};

/** Terms for moves, each with its test. @type {Readonly<Record<string, (move: MoveInfo) => boolean>>} */
const MOVES = {
  move: () => true,
  movement: ({ pushed }) => pushed.length === 0,
  in_line_move: ({ inLine }) => inLine,
  broadside_move: ({ inLine }) => !inLine,
  push: ({ pushed }) => pushed.length > 0,
  sumito: ({ pushed }) => pushed.length > 0,
  ejection: ({ ejects }) => ejects,
};

/**
 * Return outlines of the cells in a sentence: `line` is the moving marbles, the others are its subject.
 * @param {Sentence} sentence
 * @returns {Outline[]}
 */
export function cellsOf({ parameters }) {
  return Object.entries(parameters).flatMap(([name, value]) =>
    typeof value === 'object' && 'cells' in value
      ? [{ cells: value.cells, className: name === 'line' ? 'said-line' : 'said-cells' }]
      : [],
  );
}

/**
 * Return outlines of the shapes that a term names in a position, or in the move shown.
 * @param {Game} game @param {string} term @param {MoveInfo|null} [move] @returns {Outline[]}
 */
export function shapesOf(game, term, move = null) {
  if (move && MOVES[term]?.(move))
    return [
      { cells: move.cells, className: 'said-line' },
      ...(move.pushed.length ? [{ cells: move.pushed, className: 'said-cells' }] : []),
    ];
  if (game.players.length > 2) return []; // formations are those of two players
  const kinds = KINDS[term] ?? [term];
  return game
    .formations(!(term in KINDS))
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, cells, enemies }) => ({ cells: [...cells, ...enemies], className: `formation-${kind}` }));
}

/**
 * Call `on` and `off` when the pointer or the focus enters and leaves an element.
 * @param {Element} element
 * @param {() => void} on
 * @param {() => void} off
 */
export function whilePointed(element, on, off) {
  for (const type of ['mouseenter', 'focus']) element.addEventListener(type, on);
  for (const type of ['mouseleave', 'blur']) element.addEventListener(type, off);
}

/**
 * Highlight terms while the pointer or the focus is on their links inside an element, including links that are added
 * later.
 * @param {Element} place
 * @param {(term: string|null) => void} light null when the pointer has left
 */
export function lightTerms(place, light) {
  const termOf = (/** @type {Event} */ { target }) => (target instanceof Element ? target.closest('a.term') : null);
  for (const type of ['mouseover', 'focusin']) {
    place.addEventListener(type, (event) => {
      const term = termOf(event);
      if (term) light(/** @type {HTMLElement} */ (term).dataset.term ?? null);
    });
  }
  for (const type of ['mouseout', 'focusout'])
    place.addEventListener(type, (event) => {
      if (termOf(event)) light(null);
    });
}
