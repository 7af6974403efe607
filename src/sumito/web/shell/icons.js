/** The icons of buttons: 24 by 24, in the color of the text. */

import { svg } from './dom.js';

/** The strokes of each icon, and after a bar its filled shapes. @type {Readonly<Record<string, string>>} */
const PATHS = Object.freeze({
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  sound: 'M16 9a4 4 0 0 1 0 6M18.6 6.4a8 8 0 0 1 0 11.2|M4 9v6h4l5 4V5L8 9H4z',
  silent: 'M16.5 9.5l5 5M21.5 9.5l-5 5|M4 9v6h4l5 4V5L8 9H4z',
  moon: '|M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  sun:
    'M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4' +
    'M6.7 17.3l-1.4 1.4|M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18' +
    'M12 3c2.6 2.6 3.8 5.6 3.8 9s-1.2 6.4-3.8 9c-2.6-2.6-3.8-5.6-3.8-9S9.4 5.6 12 3z',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z' +
    'M9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  computer: 'M5 5h14v10H5zM2.5 19h19M9.5 9.5v1.5M14.5 9.5v1.5',
  people:
    'M8.5 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c0-3.3 2.5-5.5 6-5.5s6 2.2 6 5.5' +
    'M15.5 4.8a3.5 3.5 0 0 1 0 6.4M17.5 14.4c2.4.7 4 2.5 4 5.1',
  puzzle: 'M9.5 4.5h5v3.2a1.9 1.9 0 1 0 3.6.9h2.4v10.9h-5.2a2 2 0 1 0-3.7 0H4.5V9.5h3.1a1.9 1.9 0 1 0 1.9-2.7z',
  book: 'M12 6.5C10 5 7.5 4.5 3.5 4.5v13.5c4 0 6.5.5 8.5 2 2-1.5 4.5-2 8.5-2V4.5c-4 0-6.5.5-8.5 2zM12 6.5V20',
  analyse: 'M4 19.5V13M9.3 19.5V8M14.7 19.5v-9M20 19.5V4.5',
  games: 'M5 4.5h14v15H5zM8.5 9h7M8.5 12.5h7M8.5 16h4',
  play: '|M8 5.2v13.6a.6.6 0 0 0 .9.5l11-6.8a.6.6 0 0 0 0-1L8.9 4.7a.6.6 0 0 0-.9.5z',
  delete: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10.3 10.5v5.5M13.7 10.5v5.5',
  save: 'M12 4v11M7.5 10.5L12 15l4.5-4.5M4.5 19.5h15',
  warning: 'M12 4.5l8.5 15h-17zM12 10v4.5M12 17v.2',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  undo: 'M8.5 5L4 9.5 8.5 14M4.5 9.5H14a5 5 0 0 1 0 10H9.5',
  turn: 'M19.5 5v4.5H15M4.5 19v-4.5H9M19 9.5A7.6 7.6 0 0 0 5.6 8M5 14.5A7.6 7.6 0 0 0 18.4 16',
  flag: 'M6 21V4.5M6 5h12l-3 4 3 4H6',
  hint: 'M9 17.5h6M10 20.5h4M12 3.5a6 6 0 0 0-3.5 10.9c.6.5.9 1 1 1.6h5c.1-.6.4-1.1 1-1.6A6 6 0 0 0 12 3.5z',
  first: 'M18 6l-6 6 6 6M7 6v12',
  back: 'M14.5 6l-6 6 6 6',
  next: 'M9.5 6l6 6-6 6',
  last: 'M6 6l6 6-6 6M17 6v12',
  plus: 'M12 5v14M5 12h14',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  find: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3L20.5 20.5',
  open: 'M3.5 18.5v-13h6l2 2.5h9v10.5z',
  up: 'M12 19.5V5M6 11l6-6 6 6',
  pen: 'M5 19l1-4L16.5 4.5l3 3L9 18z',
  phone: 'M7.5 3h9v18h-9zM10.8 17.8h2.4',
  talk: 'M5 5h14v10h-7l-4.5 4v-4H5z',
});

/** Icons that point in the direction of the text, and are mirrored for right-to-left languages. */
const ALONG = ['undo', 'next'];

/** @param {string} name */
export function icon(name) {
  const [lines, shapes] = (PATHS[name] ?? '').split('|');
  return svg(
    'svg',
    { class: ALONG.includes(name) ? 'icon along' : 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    shapes && svg('path', { d: shapes, class: 'filled' }),
    lines && svg('path', { d: lines }),
  );
}
