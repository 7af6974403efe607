// The module `study.wasm`: game records and the judgement of moves, for the pages that take games apart.
import { loadLayouts } from './layouts.js';
import { Memory } from './memory.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/**
 * The names in records, from data/records.json.
 * @typedef {{variants: Record<string, string | null>, several: Record<string, string>, custom: string,
 *   results: string[], pgn_variant: string, notations: string[], required: string[], apgn_order: string[],
 *   pgn_order: string[], pgn_names: Record<string, string>}} RecordData
 */

/** Fetch the module and its data. @returns {Promise<Study>} */
export async function openStudy(
  url = new URL('./study.wasm', import.meta.url),
  dataUrl = new URL('../data/records.json', import.meta.url),
) {
  const [module, answer, layouts] = await Promise.all([
    WebAssembly.compileStreaming(fetch(url)),
    fetch(dataUrl),
    loadLayouts(),
  ]);
  if (!answer.ok) throw new Error(`${dataUrl} cannot be read: ${answer.status}`);
  return Study.open(module, await answer.json(), layouts);
}

export class Study {
  /** @param {WebAssembly.Module} module @param {RecordData} data @param {Layout[]} layouts */
  static async open(module, data, layouts) {
    const { exports } = await WebAssembly.instantiate(module);
    return new Study(exports, data, layouts);
  }

  /** @param {WebAssembly.Exports} exports @param {RecordData} data @param {Layout[]} layouts */
  constructor(exports, data, layouts) {
    this.memory = new Memory(exports);
    /** The names of the Notation tag. */
    this.notations = data.notations;
    /** Black wins, White wins, a draw, and any other end. */
    this.results = data.results;
    const [text, length] = this.memory.giveText(namesText(data, layouts));
    /** The names in the module. */
    this.names = this.memory.calls.sumito_record_names_new(text, length);
    if (!this.names) throw new Error('records.json has names that the module cannot read');
  }
}

/** Write the names as the module reads them. @param {RecordData} data @param {Layout[]} layouts */
function namesText(data, layouts) {
  const starts = new Map(layouts.map(({ slug, position }) => [slug, position]));
  const lines = [
    ...Object.entries(data.variants).map(([name, slug]) => ['variant', name, starts.get(slug ?? '') ?? '']),
    ...Object.entries(data.several).map(([slug, position]) => ['several', slug, position]),
    ['custom', data.custom],
    ['pgn_variant', data.pgn_variant],
    ...data.notations.map((name) => ['notation', name]),
    ...data.required.map((name) => ['required', name]),
    ...data.apgn_order.map((name) => ['apgn', name]),
    ...data.pgn_order.map((name) => ['pgn', name]),
    ...Object.entries(data.pgn_names).map(([name, inPgn]) => ['renaming', name, inPgn]),
  ];
  return lines.map((line) => `${line.join('\t')}\n`).join('');
}
