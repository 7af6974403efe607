/** The texts of the rulebook as elements, and the rule that a figure shows. */

import { parseSentences } from '../core/cells.js';
import { h } from '../shell/dom.js';
import { labelRich } from '../shell/i18n.js';

/** @typedef {{id: string, blocks: Record<string, any>[]}} Chapter */

/**
 * Make an element with a sentence of the data.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {string} line @param {Record<string, any>} [properties]
 */
export function sentence(tag, line, properties = {}) {
  const [{ message, parameters }] = parseSentences(line);
  return labelRich(h(tag, properties), message, parameters);
}

/**
 * Return the chapter of a figure, and the text that it illustrates: the last one before it.
 * @param {readonly Chapter[]} chapters @param {string} figure
 * @returns {{chapter: string, text: string}|null}
 */
export function ruleOf(chapters, figure) {
  for (const { id, blocks } of chapters) {
    const at = blocks.findIndex(({ figures }) => figures?.includes(figure));
    const text = blocks.slice(0, Math.max(0, at)).findLast((block) => block.text)?.text;
    if (text) return { chapter: id, text };
  }
  return null;
}
