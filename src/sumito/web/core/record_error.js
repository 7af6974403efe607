// The errors of game records.

/** @typedef {import('./cells.js').Sentence} Sentence */
/** @typedef {import('./types.js').Explanation} Explanation */
/**
 * A fault of a record: at a tag, at a move, or at the token that was read. `text` is the text at fault, `ply` that of a
 * move, else 0.
 * @typedef {{code: string, tag: string, text: string, ply: number, explanation: Explanation | null}} Fault
 */

/** The faults of game records by the numbers of the core, in groups after the message that the catalogues have. */
const GROUPS = [
  'record.unreadable none bad_tag open_comment bad_character token_too_long',
  'record.not_text utf16 not_utf8',
  'record.tag tag_twice tag_line_break bad_result bad_number bad_notation same_tags',
  'record.start unknown_variant needs_position grand_abalone bad_position impossible_position',
  'record.move not_a_move',
  'record.illegal illegal_move',
  'record.over game_over',
  'record.variation glyph_without_move variation_without_move variation_not_opened empty_variation',
  'record.variation variation_not_closed',
  'record.result after_result result_missing result_differs ejection_result blocked_result other_end not_over',
  'record.result occurs_once plies_differ',
  // Of writing.
  'record.unreadable missing_tags bad_tag_name tag_too_long own_tag pgn_tag bad_glyph bad_comment',
  'record.unreadable comment_begins_record comment_too_long comment_after_move',
  'record.tag bad_players',
  'record.result winner_left',
].map((group) => group.split(' '));
/** The faults of game records. */
export const RECORD_FAULTS = GROUPS.flatMap(([, ...codes]) => codes);

/** Faults whose tag and text are both shown. */
const BOTH = new Set(['bad_number', 'same_tags']);
const SHOWN = 40; // characters of a text that an error repeats

/** A game in a file or a text is not a valid record. */
export class RecordError extends Error {
  /**
   * @param {Fault} fault
   * @param {{game: number, line: number, column: number}} place the number of the game in the file, and its place, all
   *   from 1
   * @param {Map<string, string>} headers the tags of the game, as far as they were read
   */
  constructor({ code, tag, text, ply, explanation }, { game, line, column }, headers) {
    const about = [tag, shown(text)].filter((each) => each !== '').join(' ');
    super(
      `game ${game}, line ${line}, column ${column}${ply ? `, ply ${ply}` : ''}: ${code.replaceAll('_', ' ')} ${about}`,
    );
    this.name = 'RecordError';
    this.code = code;
    /** The tag or the text at fault. */
    this.value = BOTH.has(code) ? about : shown(text) || tag;
    this.game = game;
    this.line = line;
    this.column = column;
    /** The ply of the move at fault, from 1; null if no move is. */
    this.ply = ply || null;
    /** Why the rules forbid the move; null for other faults. */
    this.explanation = explanation;
    this.headers = headers;
  }

  /** Where it is, what it is, and the rule that forbids a move. @returns {Sentence[]} */
  get sentences() {
    const { game, line, column } = this;
    return [
      { message: 'record.at', parameters: { game, line, column } },
      { message: GROUPS.find((group) => group.includes(this.code))?.[0] ?? '', parameters: { value: this.value } },
      ...(this.explanation?.sentences.slice(0, 1) ?? []),
    ];
  }
}

/** A text, and only the beginning of a long one. @param {string} text */
function shown(text) {
  const characters = [...text];
  return characters.length <= SHOWN ? text : `${characters.slice(0, SHOWN).join('')}…`;
}
