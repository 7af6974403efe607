// The geometry of cells, on the board and on the screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  along,
  between,
  cellAhead,
  CELLS,
  DIRECTIONS,
  Geometry,
  isInLine,
  leader,
  ray,
  targetOf,
} from '../../../src/sumito/web/board/geometry.js';
import { cellName, DIRECTIONS as NAMES, nextCell, parseCell } from '../../../src/sumito/web/core/cells.js';

const cells = (text) => text.split(' ').map(parseCell);
const names = (list) => list.map(cellName).join(' ');
const TURNS = Array.from({ length: 12 }, (_, turn) => turn);

test('a step on the board is a step on the screen, however the board is turned', () => {
  for (const turn of TURNS) {
    const geometry = new Geometry(turn);
    for (const cell of CELLS) {
      for (const direction of DIRECTIONS) {
        const to = nextCell(cell, direction);
        if (to === null) continue;
        const [a, b, u] = [geometry.point(cell), geometry.point(to), geometry.unit(direction)];
        assert.ok(Math.hypot(b.x - a.x - 100 * u.x, b.y - a.y - 100 * u.y) < 1e-9);
      }
    }
  }
});

test('a turn is clockwise and never a mirror', () => {
  const [plain, turned] = [new Geometry(0), new Geometry(3)];
  assert.ok(plain.point(parseCell('a1')).y > 0 && plain.point(parseCell('e1')).x < 0);
  const e9 = turned.point(parseCell('e9'));
  assert.ok(Math.abs(e9.x) < 1e-9 && e9.y > 0, 'what was right is below');
  for (const turn of TURNS) {
    const [a, b, c] = cells('e5 e6 f6').map((cell) => new Geometry(turn).point(cell));
    assert.ok((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) < 0, 'counter-clockwise stays so');
  }
});

test('every point belongs to the nearest cell', () => {
  for (const turn of TURNS) {
    const geometry = new Geometry(turn);
    for (let i = 0; i < 400; i++) {
      const x = Math.sin(i * 12.9) * 430,
        y = Math.cos(i * 7.7) * 380;
      const near = CELLS.map((cell) => ({
        cell,
        far: Math.hypot(geometry.point(cell).x - x, geometry.point(cell).y - y),
      })).sort((a, b) => a.far - b.far);
      const { cell, offset } = geometry.pick(x, y);
      if (near[1].far - near[0].far < 1e-6) continue;
      if (cell === null) assert.ok(near[0].far > 50, `${x} ${y} is off the board`);
      else {
        assert.equal(cell, near[0].cell);
        assert.ok(Math.abs(Math.hypot(offset.x, offset.y) * 100 - near[0].far) < 1e-6);
      }
    }
  }
});

test('lines, rays and targets', () => {
  assert.equal(names(between(parseCell('c3'), parseCell('c5'))), 'c3 c4 c5');
  assert.equal(names(between(parseCell('e5'), parseCell('c3'))), 'e5 d4 c3');
  assert.equal(between(parseCell('c3'), parseCell('d6')), null);
  assert.deepEqual(ray(parseCell('a1'), parseCell('e5')), { direction: 1, n: 4 });
  assert.equal(ray(parseCell('a1'), parseCell('a1')), null);
  assert.equal(cellAhead(parseCell('a1'), 1, 9), null);
  assert.equal(names(along(cells('c5 c3 c4'), 3)), 'c5 c4 c3');
  assert.equal(cellName(leader(cells('c3 c4 c5'), 1)), 'c5');
  assert.equal(cellName(leader(cells('c3 c4 c5'), 2)), 'c3');
  const targets = DIRECTIONS.map((direction) => cellName(targetOf(cells('c3 c4 c5'), direction)));
  assert.deepEqual(targets, ['c6', 'd6', 'd3', 'c2', 'b2', 'b5']);
  assert.deepEqual(
    DIRECTIONS.filter((direction) => isInLine(cells('c3 c4'), direction)),
    [0, 3],
  );
});

test('the six targets of a line are six different cells', () => {
  for (const cell of CELLS) {
    for (const direction of DIRECTIONS) {
      const line = [cell, cellAhead(cell, direction, 1), cellAhead(cell, direction, 2)];
      for (const length of [1, 2, 3]) {
        const some = line.slice(0, length);
        if (some.includes(null)) continue;
        const found = DIRECTIONS.map((each) => targetOf(some, each)).filter((each) => each !== null);
        assert.equal(new Set(found).size, found.length);
      }
    }
  }
});

test('keys and words follow the screen', () => {
  for (const turn of TURNS) {
    const geometry = new Geometry(turn);
    const places = DIRECTIONS.map((place) => geometry.directionAt(place));
    assert.equal(new Set(places).size, 6);
    const words = places.map((direction) => geometry.word(direction));
    assert.deepEqual(
      words,
      geometry.upright
        ? ['direction.SE', 'direction.NE', 'board.rose.up', 'direction.NW', 'direction.SW', 'board.rose.down']
        : NAMES.map((name) => `direction.${name}`),
    );
  }
  assert.equal(new Geometry(6).directionAt(0), 3);
  assert.equal(new Geometry(0).snap(-9, -10), 2);
});

test('arrow keys keep the column', () => {
  const geometry = new Geometry(),
    up = { x: 0, y: -1 };
  const keep = geometry.point(parseCell('e5'));
  let at = parseCell('e5');
  const path = [];
  for (let i = 0; i < 4; i++) {
    at = geometry.step(at, up, keep);
    path.push(cellName(at));
  }
  assert.deepEqual([path[1], path[3]], ['g6', 'i7']);
  assert.equal(geometry.step(parseCell('i7'), up, keep), null);
  assert.equal(cellName(geometry.step(parseCell('e5'), { x: 1, y: 0 }, keep)), 'e6');
  for (const turn of TURNS) {
    const turned = new Geometry(turn);
    for (const way of [{ x: 1, y: 0 }, { x: -1, y: 0 }, up, { x: 0, y: 1 }]) {
      const to = turned.point(turned.step(parseCell('e5'), way, keep));
      assert.ok(to.x * way.x + to.y * way.y > 80);
    }
  }
});
