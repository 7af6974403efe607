// A browser for unit tests. The test controls its time, and its tabs share one database and the channels.
import assert from 'node:assert/strict';
import { FakeDatabase } from './database.mjs';

/** The state that the tabs of one browser share. */
export class FakeBrowser {
  indexedDB = new FakeDatabase();
  /** @type {Map<string, Set<{tab: FakeTab, callback: (event: {data: any}) => void}>>} */
  channels = new Map();

  openTab() {
    return new FakeTab(this);
  }
}

/** A platform, with `pass`, `hide`, `show` and `sleep` for the test. */
export class FakeTab {
  time = 1000;
  /** The date at time 0. */
  epoch = Date.UTC(2026, 0, 1);
  /** @type {Partial<StorageManager>} */
  storage = {};
  hidden = false;
  /** @type {Set<{ms: number, next: number, callback: () => void}>} */
  timers = new Set();
  /** @type {Set<() => void>} */ #hides = new Set();
  /** @type {Set<() => void>} */ #shows = new Set();
  /** @type {Set<() => void>} */ #networks = new Set();
  #browser;

  /** @param {FakeBrowser} browser */
  constructor(browser = new FakeBrowser()) {
    this.#browser = browser;
  }

  get indexedDB() {
    return this.#browser.indexedDB;
  }
  now = () => this.time;
  date = () => this.epoch + this.time;
  isHidden = () => this.hidden;
  onHide = (callback) => add(this.#hides, callback);
  onShow = (callback) => add(this.#shows, callback);
  onNetwork = (callback) => add(this.#networks, callback);
  every = (ms, callback) => add(this.timers, { ms, next: this.time + ms, callback });
  after = (ms, callback) => {
    const end = this.every(ms, () => {
      end();
      callback();
    });
    return end;
  };
  /** What chance gives. The test can replace it. */
  random = () => 0.5;
  /** The test gives a server with `connect(socket)`. */
  server = null;
  openSocket = (address, protocol) => new FakeSocket(this.server, address, protocol);
  openChannel = (name) => {
    const tab = this;
    const open = this.#browser.channels.get(name) ?? new Set();
    this.#browser.channels.set(name, open);
    return {
      addEventListener: (type, callback) => {
        assert.equal(type, 'message');
        open.add({ tab, callback });
      },
      postMessage: (data) => {
        for (const other of open) if (other.tab !== tab) other.callback({ data });
      },
    };
  };

  /** Let time pass, with every timer on time. */
  pass(ms) {
    const end = this.time + ms;
    for (;;) {
      const [timer] = [...this.timers].filter(({ next }) => next <= end).sort((a, b) => a.next - b.next);
      if (!timer) break;
      this.time = timer.next;
      timer.next += timer.ms;
      timer.callback();
    }
    this.time = end;
  }

  /** Let time pass without any timer, as when the computer sleeps. */
  sleep(ms) {
    this.time += ms;
    for (const timer of this.timers) timer.next = this.time + timer.ms;
  }

  hide() {
    this.hidden = true;
    for (const callback of this.#hides) callback();
  }

  show() {
    this.hidden = false;
    for (const callback of this.#shows) callback();
  }

  /** The device finds a network. */
  findNetwork() {
    for (const callback of this.#networks) callback();
  }
}

/** The page's end of a socket. The server calls `open`, `deliver` and `end`. */
class FakeSocket {
  onopen = null;
  onmessage = null;
  onclose = null;
  isOpen = false;
  /** Whether the page has closed it. */ isClosed = false;

  constructor(server, address, protocol) {
    Object.assign(this, { server, address, protocol });
    server.connect(this);
  }
  send(text) {
    assert.ok(this.isOpen, 'a message before the socket is open');
    this.server.receive(this, JSON.parse(text));
  }
  close() {
    this.isOpen = false;
    this.isClosed = true;
    this.server.disconnect(this);
  }
  open() {
    this.isOpen = true;
    this.onopen?.({});
  }
  deliver(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  end(code) {
    this.isOpen = false;
    this.onclose?.({ code });
  }
}

function add(set, value) {
  set.add(value);
  return () => void set.delete(value);
}
