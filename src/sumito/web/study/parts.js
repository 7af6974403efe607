/** Works through many items in parts, so that the page stays responsive. */

const AT_A_TIME = 40; // ms of work before the page can respond

/**
 * Yield the items, with pauses. After each pause `goOn` is asked, with the number of items so far; false ends the work.
 * @template T @param {Iterable<T>} items @param {(done: number) => boolean} goOn
 */
export async function* inParts(items, goOn) {
  let pause = performance.now() + AT_A_TIME;
  let done = 0;
  for (const item of items) {
    yield item;
    done += 1;
    if (performance.now() < pause) continue;
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    if (!goOn(done)) return;
    pause = performance.now() + AT_A_TIME;
  }
}
