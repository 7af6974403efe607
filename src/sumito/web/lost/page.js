/** The page for an unknown address. */

import { h } from '../shell/dom.js';
import { link, startPage } from '../shell/shell.js';

startPage({
  name: 'lost',
  title: 'lost.title',
  init(main) {
    document.querySelector('.plain')?.remove(); // the way out for browsers without this script
    main.append(
      h(
        'div',
        { class: 'lost' },
        h(
          'div',
          { class: 'lost-picture', 'aria-hidden': 'true' },
          h('i', { class: 'dot black' }),
          h('i', { class: 'dot black' }),
          h('i', { class: 'dot black' }),
          h('i', { class: 'edge' }),
          h('i', { class: 'dot white falling' }),
        ),
        h('h1', { say: 'lost.title' }),
        h('p', { say: 'lost.text' }),
        h(
          'p',
          { class: 'row' },
          h('a', { class: 'button primary', href: link('home'), say: 'lost.home' }),
          h('a', { class: 'button', href: link('play'), say: 'home.play' }),
        ),
      ),
    );
  },
});
