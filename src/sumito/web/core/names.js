// The names of the module's numbers: the enumerations of cpp/include/sumito, named as in Python.

export const FORMS = ['fen', 'apgn', 'factored', 'digits'];
/** The notations of moves. The last one is for reading only. */
export const DIALECTS = ['aba_pro', 'nacre', 'playstrategy', 'any'];
/** The codes of problems in a text. */
export const TEXT_PROBLEMS = [
  'none',
  'empty',
  'bad_character',
  'row_too_long',
  'row_too_short',
  'too_few_rows',
  'too_many_rows',
  'bad_score',
  'bad_turn',
  'bad_counter',
  'too_many_fields',
  'bad_cell',
  'cell_twice',
  'no_separator',
  'bad_length',
  'player_twice',
  'too_few_players',
  'all_have_left',
  'not_a_move',
  'not_adjacent',
  'not_broadside',
  'not_in_dialect',
  'wrong_destination',
];
/** The reasons of refused moves. If several apply, the first is given. */
export const REASONS = [
  null,
  'game_over',
  'no_marble',
  'not_yours',
  'too_many',
  'not_a_line',
  'off_board',
  'broadside_blocked',
  'own_marble_ahead',
  'pac',
  'outnumbered',
  'no_room_behind',
  'too_few',
  'partner_ahead',
  'partner_without_push',
  'rear_not_yours',
];
export const TERMINATIONS = [null, 'ejection', 'repetition', 'ply_cap', 'blocked', 'resignation', 'agreement', 'time'];
export const FORMATIONS = [
  'monomial',
  'binomial',
  'lance',
  'arc',
  'shield',
  'polynomial',
  'block',
  'det',
  'pac',
  'sumito',
];
export const DEFENCES = ['wins', 'ejects', 'supports', 'cuts', 'away', 'gap'];
/** The reasons why a tap names no move. */
export const TAP_PROBLEMS = [null, 'gap', 'not_in_line'];
export const GOALS = ['eject', 'save'];
export const ADJUDICATIONS = ['draw', 'more_ejections'];
export const BLOCKED = ['loses', 'draws'];
export const CLOCK_KINDS = ['untimed', 'total', 'per_move', 'shared'];
/** The judgements of moves. */
export const JUDGEMENTS = /** @type {const} */ (['best', 'good', 'inaccuracy', 'mistake', 'blunder']);
/** Reasons why a position cannot be played, by bit. */
export const POSITION_PROBLEMS = ['no_marbles', 'score_too_high', 'two_winners'];
