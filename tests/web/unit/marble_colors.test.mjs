import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (name) => readFileSync(new URL(`../../../src/sumito/web/style/${name}`, import.meta.url), 'utf8');
const STYLES = ['board.css', 'looks.css', 'marbles.css'].map(read).join('\n');
const NAMES = { black: 'b', white: 'w', blue: 'blue', red: 'red', yellow: 'yellow', green: 'green' };
/** How different two marbles are at least, of 100. */
const STEP = 8;

/** Return the lightness of a colour, 0 to 100, as CIE defines it. */
function lightness(hex) {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : hex.slice(1).match(/../g);
  const [r, g, b] = digits.map((each) => {
    const value = parseInt(each, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return 116 * Math.cbrt(y) - 16;
}

/** Return the variables of a rule: the first colour of each, which is that of light pages. */
function variables(selector) {
  const found = {};
  const rules = STYLES.matchAll(/([^{}]+)\{([^{}]*)\}/g);
  for (const [, names, body] of rules) {
    if (names.replace(/\/\*[^]*?\*\//g, '').trim() !== selector) continue;
    for (const [, name, value] of body.matchAll(/--board-([\w-]+):[^;]*?(#[0-9a-f]{3,6})/g)) found[name] = value;
  }
  return found;
}

for (const set of ['classic', 'blue_orange', 'glass', 'steel', 'contrast']) {
  test(`six colours of marbles differ in lightness: ${set}`, () => {
    const own = variables(`.board-view[data-${set === 'contrast' ? 'board' : 'marbles'}='${set}']`);
    assert.equal(Object.keys(own).length === 0, set === 'classic');
    const paints = { ...variables('.board-view'), ...own };
    // The body: the two paints between the highlight and the edge.
    const body = Object.entries(NAMES).map(([color, name]) => {
      const [light, dark] = [1, 2].map((stop) => lightness(paints[`${name}${stop}`]));
      return [(light + dark) / 2, color];
    });
    body.sort(([a], [b]) => a - b);
    body.slice(1).forEach(([value, color], i) => {
      assert.ok(value - body[i][0] >= STEP, `${body[i][1]} and ${color}: ${body.map(([each]) => each.toFixed())}`);
    });
  });
}
