/** What a page needs to show games of several players. It is loaded when the first one is there. */
import { loadMultiLayouts } from '../core/multi_layouts.js';
import { loadLanguage } from '../shell/i18n.js';
import { loadStyle } from '../shell/late_style.js';
import { prepareColors } from '../shell/more_colors.js';
import { settings } from '../shell/settings.js';

/** @typedef {import('../core/multi_layouts.js').MultiLayout} MultiLayout */

/** @type {Promise<MultiLayout[]>|null} */
let loading = null;

/** Load the words, the colors and the style, and return the layouts. */
export function loadSeveral() {
  loading ??= Promise.all([
    loadMultiLayouts(),
    prepareColors(),
    loadLanguage(settings.get('language'), 'several'),
    loadStyle('style/several.css'),
  ]).then(([layouts]) => layouts);
  loading.catch(() => (loading = null)); // the network may come back
  return loading;
}
