/** The font of the wordmark and the headings. */

/**
 * Fetch the font if this browser does not have it yet, and show it. Call it after the first paint: the font is no part
 * of what a page waits for. start.js uses it from the next page on.
 */
export async function fetchDisplayFace() {
  const root = document.documentElement;
  if ('face' in root.dataset) return;
  // Each script has its own file, and only the files of the letters in the text are fetched.
  const letters = [...document.querySelectorAll('h1, h2, .brand')].map(({ textContent }) => textContent).join('');
  try {
    await document.fonts.load("1em 'Frank Ruhl Libre'", letters);
  } catch {
    return; // without a network: the next page tries again
  }
  root.dataset.face = '';
  try {
    localStorage.setItem('sumito.face', 'fetched');
  } catch {
    // A private window: the next page fetches it again.
  }
}
