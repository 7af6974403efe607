// Answer the questions of test_core_js.py: read a list of {ask, ...}, write a list of answers, both as JSON.
import { readFileSync } from 'node:fs';

const [, , root] = process.argv;
const [
  { Core },
  { Records, RecordError, recordOf },
  { readLayouts },
  levels,
  judge,
  { budget },
  { chanceOf },
  annotate,
  { Study },
  { formatLink, parseLink },
] = await Promise.all(
  ['core', 'records', 'layouts', 'levels', 'judge', 'limits', 'scores', 'annotate', 'study', 'links'].map(
    (name) => import(`${root}/web/core/${name}.js`),
  ),
);

const core = await Core.open(await WebAssembly.compile(readFileSync(`${root}/web/core/sumito.wasm`)));
const layouts = readLayouts(JSON.parse(readFileSync(`${root}/data/layouts.json`, 'utf-8')));
const study = await Study.open(
  await WebAssembly.compile(readFileSync(`${root}/web/core/study.wasm`)),
  JSON.parse(readFileSync(`${root}/data/records.json`, 'utf-8')),
  layouts,
);
const records = new Records(core, study);
const LEVELS = levels.readLevels(JSON.parse(readFileSync(`${root}/data/levels.json`, 'utf-8')));
const COLORS = ['black', 'white'];
const { MultiCore } = await import(`${root}/web/core/multi_core.js`);
const { recordOfKept } = await import(`${root}/web/study/kept_record.js`);
const { keptOfRecord } = await import(`${root}/web/games/imported_game.js`);
const multi = await MultiCore.open(await WebAssembly.compile(readFileSync(`${root}/web/core/multi.wasm`)));

/** Return the whole state of a game. */
function stateOf(game) {
  return {
    turn: game.turn,
    ply: game.ply,
    quiet: game.quiet,
    occurrences: game.occurrences,
    key: String(game.key),
    ejected: COLORS.map((color) => game.ejected(color)),
    score: COLORS.map((color) => game.score(color)),
    marbles: COLORS.map((color) => game.marbles(color)),
    at: Array.from({ length: 61 }, (_, cell) => game.at(cell)),
    texts: ['fen', 'apgn', 'factored', 'digits'].map((form) => game.position(form)),
    start: game.startPosition(),
    outcome: game.outcome,
    history: game.history(),
    problems: game.problems(),
    said: game.explainOutcome(),
    moves: game.legalMoves(),
    effects: game.legalMoves().map(({ number }) => game.move(number)),
    written: ['aba_pro', 'nacre', 'playstrategy'].map((dialect) =>
      game.legalMoves().map(({ number }) => game.writeMove(number, dialect)),
    ),
    formations: [false, true].map((inside) => game.formations(inside)),
    threats: game.threats(),
    position: game.explainPosition(),
  };
}

function requestsOf(game, requests) {
  return requests.map(({ cells, direction, line, target, text, transposed }) => {
    const verdict = game.verdict(cells, direction);
    let tap = null;
    try {
      tap = game.tap(line, target);
    } catch (error) {
      tap = error.name;
    }
    return {
      verdict,
      explained: game.explain(cells, direction),
      explainedText: game.explainText(text, 'any', transposed),
      tap,
      readings: ['aba_pro', 'nacre', 'playstrategy', 'any'].map((each) => game.readMove(text, each, transposed)),
    };
  });
}

const flat = (record) => ({ ...record, headers: [...record.headers] });

const answers = {
  /** Play a game ply by ply; -1 undoes a move. */
  game({ start, rules, steps }) {
    const game = core.game(start, rules);
    const found = [];
    for (const { move, requests } of steps) {
      found.push({ state: stateOf(game), answers: requestsOf(game, requests) });
      if (move === null) game.undo();
      else game.play(move);
    }
    const twin = core.replay(game.snapshot());
    found.push({ state: stateOf(game), twin: stateOf(twin) });
    twin.free();
    game.free();
    return found;
  },
  ends({ start }) {
    const game = core.game(start);
    const found = [];
    for (const end of [
      () => game.resign('black'),
      () => game.agreeDraw(),
      () => game.flag('white'),
      () => game.flagShared(),
    ]) {
      found.push([
        end(),
        game.outcome,
        end(),
        game.legalMoves().length,
        game.explainOutcome(),
        game.reopen(),
        game.reopen(),
      ]);
    }
    return found;
  },
  bad({ text, form, rules }) {
    try {
      core.game(text, rules ?? {}, form).free();
      return null;
    } catch (error) {
      return { name: error.name, code: error.code ?? null, column: error.column ?? null };
    }
  },
  task({ start, task, moves }) {
    const game = core.game(start);
    return { solved: game.solve(task, 2e5), tries: moves.map((move) => game.attempt(task, move, 2e5)) };
  },
  symmetry: () =>
    Array.from({ length: 12 }, (_, each) => [
      Array.from({ length: 61 }, (_unused, cell) => core.imageOfCell(each, cell)),
      Array.from({ length: 6 }, (_unused, direction) => core.imageOfDirection(each, direction)),
      Array.from({ length: 1734 }, (_unused, move) => core.imageOfMove(each, move)),
    ]),
  clock({ control, steps }) {
    const clock = core.clock(control);
    return steps.map(([what, ...values]) => {
      clock[what](...values);
      const now = values.at(-1);
      const twin = core.clock(control);
      twin.restore(clock.state());
      return [clock, twin, clock.copy()].map((each) => ({
        running: each.running,
        deadline: each.deadline,
        flagged: each.flagged(now),
        state: each.state(),
        remaining: COLORS.map((color) => each.remaining(color, now)),
        limits: COLORS.map((color) => [each.limits(color, now), budget(core, each.limits(color, now))]),
      }));
    });
  },
  read({ bytes, transposed }) {
    const found = [];
    for (const each of records.read(Uint8Array.from(bytes), { transposed })) found.push(each);
    return found.map((each) => {
      if (each instanceof RecordError) {
        const { game, line, column, ply, code, value } = each;
        return { game, line, column, ply, code, value, headers: [...each.headers], said: each.sentences };
      }
      return {
        ...flat(each),
        texts: ['aba_pro', 'nacre', 'playstrategy'].map((dialect) => {
          try {
            return records.format(each, dialect);
          } catch (error) {
            return error.name;
          }
        }),
        own: records.formatAll([each]),
      };
    });
  },
  unwritable: ({ text, changes }) => {
    const [record] = records.read(text);
    return changes.map((change) => {
      try {
        return records.format({ ...record, ...change });
      } catch (error) {
        return String(error);
      }
    });
  },
  links: ({ texts }) =>
    texts.map((text) => {
      try {
        const record = parseLink(study, text);
        return { text: formatLink(study, record), record: records.format(record) };
      } catch (error) {
        return error.code;
      }
    }),
  /** Games of several players: as they are kept, and as they are written again. */
  several: ({ texts }) =>
    texts.map((text) => {
      const [record] = records.read(text);
      const kept = keptOfRecord(multi, records, record);
      return { kept, text: records.format(recordOfKept(multi, kept)) };
    }),
  resume: ({ text }) => [...records.read(text)].map((record) => records.resume(record)),
  record({ start, rules, moves, resigns, headers }) {
    const game = core.replay({ start, moves, rules });
    if (resigns) game.resign(resigns);
    return records.format(recordOf(game, headers));
  },
  names: ({ texts }) => [
    [...LEVELS.levels, ...LEVELS.former].map(({ id }) => levels.levelName(core, id)),
    texts.map((text) => levels.levelNamed(core, text)),
  ],
  draw: ({ starts }) => starts.map(([start, score]) => core.game(start).acceptsDraw(score)),
  choose({ start, choices }) {
    const game = core.game(start);
    return choices.map(
      ({ level, variations, chance }) =>
        levels.choose(game, variations, levels.levelOf(LEVELS, level), chance).moves[0],
    );
  },
  chances: ({ scores, scale }) => scores.map((score) => chanceOf(core, score, scale)),
  async judge({ text, searches, scales }) {
    const { value: record } = records.read(text).next();
    const game = { start: record.start, moves: [], rules: { marbles_to_eject: record.marblesToEject, repetition: 0 } };
    for (let [node] = record.children; node; [node] = node.children) game.moves.push(node.move);
    const told = [];
    const search = async (position) => ({
      variations: [searches[position.moves.length]],
      scale: scales[position.moves.length],
    });
    const analysis = await judge.analyseGame(core, study, game, search, (each, left) => told.push([each.ply, left]));
    return {
      analysis,
      told,
      numbers: game.moves.map((_, ply) => records.moveNumber(ply, analysis.moves[ply].color)),
      summaries: COLORS.map((color) => judge.summary(study, analysis.moves, color)),
      turning: judge.turningPoints(study, analysis.moves).map(({ ply }) => ply),
      annotated: records.format(annotate.annotated(core, study, record, analysis)),
      before: records.format(record),
    };
  },
};

const questions = JSON.parse(readFileSync(0, 'utf-8'));
const found = [];
for (const { ask, ...question } of questions) found.push(await answers[ask](question));
process.stdout.write(JSON.stringify(found));
