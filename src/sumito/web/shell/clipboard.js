/** The clipboard. */

/**
 * Copy the text of a field. Without https browsers have only the old way, which copies the selection.
 * @param {HTMLInputElement|HTMLTextAreaElement} field
 * @returns {Promise<boolean>} whether the text was copied
 */
export async function copyField(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand('copy');
  }
}
