// Set the language, the text direction, the colours and the font before anything is drawn, so that nothing flashes.
// This is a classic script in old syntax, because it also shows a message in browsers that lack the features of the
// site.
(function () {
  'use strict';
  var root = document.documentElement;
  var here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  /** @type {Record<string, string>} */
  var chosen = {};
  try {
    chosen =
      JSON.parse(localStorage.getItem('sumito.settings') || '{}', function (name, value) {
        return name && typeof value !== 'string' ? undefined : value;
      }) || {};
  } catch (error) {
    // A private window, or not our text: use the defaults.
  }
  /** The own name and the direction of each language. @type {Record<string, [string, string]>} */
  var languages = JSON.parse(root.getAttribute('data-languages') || '{}');
  var asked = [chosen.language].concat(navigator.languages || [navigator.language]);
  var language = 'en';
  for (var i = 0; i < asked.length; i++) {
    var name = String(asked[i]).toLowerCase().split('-')[0].replace('iw', 'he');
    if (Object.keys(languages).indexOf(name) >= 0) {
      language = name;
      break;
    }
  }
  root.lang = language;
  root.dir = (languages[language] || ['', 'ltr'])[1];
  root.setAttribute('data-theme', chosen.theme || 'system');
  root.setAttribute('data-board', chosen.board || 'walnut');
  root.setAttribute('data-marbles', chosen.marbles || 'classic');
  // Few users choose other boards and marbles, so their styles are not part of every page.
  if ((chosen.board || 'walnut') !== 'walnut' || (chosen.marbles || 'classic') !== 'classic') {
    var looks = document.createElement('link');
    looks.rel = 'stylesheet';
    looks.href = here.replace(/shell\/start\.js.*$/, 'style/looks.css');
    looks.setAttribute('blocking', 'render');
    document.head.appendChild(looks);
  }

  // Once the font of the headings has been fetched, use it from the first paint on.
  try {
    if (localStorage.getItem('sumito.face')) root.setAttribute('data-face', '');
  } catch (error) {
    // A private window: display_face.js fetches it for each page.
  }

  // The HTML is in English. Put in the words of another language as soon as it is parsed, before anything is drawn.
  document.addEventListener('readystatechange', function () {
    var block = document.getElementById('words');
    if (document.readyState !== 'interactive' || !block) return;
    var menu = /** @type {HTMLSelectElement} */ (document.querySelector('.language'));
    menu.value = language;
    var words = JSON.parse(block.textContent || '{}');
    var said = document.querySelectorAll('[data-say]');
    for (var i = 0; words[language] && i < said.length; i++) {
      said[i].textContent = words[language][i]; // in the same order
    }
  });

  var catalogue = here.replace(/shell\/start\.js.*$/, 'data/catalogues/' + language + '.json');

  /** @param {string} message */
  function tell(message) {
    var request = new XMLHttpRequest();
    request.open('GET', catalogue);
    request.onload = request.onerror = function () {
      var words = 'This page cannot be shown here.';
      try {
        words = JSON.parse(request.responseText).messages[message] || words;
      } catch (error) {
        // The words cannot be loaded either: keep the plain sentence.
      }
      var box = document.createElement('p');
      box.className = 'cannot';
      box.setAttribute('role', 'alert');
      box.appendChild(document.createTextNode(words));
      document.body.insertBefore(box, document.body.firstChild);
    };
    request.send();
  }

  /** @param {string} message */
  function tellWhenReady(message) {
    if (document.readyState !== 'loading') tell(message);
    else
      document.addEventListener('DOMContentLoaded', function () {
        tell(message);
      });
  }

  var able =
    'noModule' in HTMLScriptElement.prototype &&
    typeof WebAssembly === 'object' &&
    window.CSS &&
    CSS.supports('color', 'light-dark(red, blue)');
  if (!able) {
    root.setAttribute('data-old-browser', '');
    tellWhenReady('app.old_browser');
    return;
  }

  // Preload the words, and the data of a new game, before the modules that need them.
  var needed = [catalogue];
  if (location.hash.indexOf('game=') < 0) needed = needed.concat((root.getAttribute('data-preload') || '').split(' '));
  for (i = 0; i < needed.length; i++) {
    if (!needed[i]) continue;
    var preload = document.createElement('link');
    preload.rel = 'preload';
    preload.as = 'fetch';
    preload.href = needed[i];
    preload.crossOrigin = 'anonymous';
    document.head.appendChild(preload);
  }

  // Show a message if a script or the words could not be loaded. Otherwise the page would stay empty.
  var reported = false;
  function tellOnce() {
    if (!reported) tellWhenReady('app.not_loaded');
    reported = true;
  }
  addEventListener(
    'error',
    function (event) {
      if (event.target instanceof HTMLScriptElement) tellOnce();
    },
    true,
  );
  addEventListener('unhandledrejection', function () {
    if (!document.body || !document.body.hasAttribute('data-page')) tellOnce();
  });
})();
