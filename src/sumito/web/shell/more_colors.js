/** What boards and lists need for the marbles of games with more than two players. */
import { loadStyle } from './late_style.js';

/** Load the marbles of blue, red, yellow and green. Wait for this before a board is made. */
export const prepareColors = () => Promise.all([import('../board/more_marbles.js'), loadStyle('style/marbles.css')]);
