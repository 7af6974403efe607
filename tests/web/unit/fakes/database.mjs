// The part of IndexedDB that the store uses, in memory. A transaction takes effect as a whole when it completes,
// and one that writes waits for those that write before it.

export class FakeDatabase {
  /** The name under which it was opened. */ name = '';
  /** @type {Map<string, {keyPath: string|null, indices: string[][], values: Map<string, any>}>} */
  stores = new Map();
  version = 0;
  /** Set this to make every write fail with this error. @type {DOMException|null} */
  failure = null;
  /** Set this to let `failure` concern only this store. @type {string|null} */
  failingStore = null;
  /** Set this to make every request fail with this error. @type {DOMException|null} */
  requestFailure = null;
  /** Set this to make `open` throw. */
  blocked = false;
  /** Every value that was written, in order. @type {{store: string, value: any}[]} */
  written = [];
  /** Resolves when the last transaction that writes has ended. */
  lastWrite = Promise.resolve();
  /** @type {Connection[]} */
  connections = [];

  open(name, version = this.version || 1) {
    if (this.blocked) throw new DOMException('blocked', 'SecurityError');
    this.name = name;
    const request = { result: new Connection(this), onsuccess: null, onupgradeneeded: null, onerror: null };
    this.connections.push(request.result);
    setImmediate(() => {
      const oldVersion = this.version;
      this.version = version;
      if (oldVersion < version) request.onupgradeneeded?.({ oldVersion });
      request.onsuccess?.();
    });
    return request;
  }

  /** Delete everything, as a page or a tool of the browser does. */
  delete() {
    this.stores.clear();
    this.version = 0;
    for (const connection of this.connections) connection.onversionchange?.({ newVersion: null });
  }

  /** Delete everything and close all connections, as a browser does that clears the data of a site. */
  clear() {
    this.stores.clear();
    this.version = 0;
    for (const connection of this.connections) {
      connection.close();
      connection.onclose?.();
    }
  }
}

class Connection {
  #closed = false;
  onversionchange = null;
  onclose = null;

  constructor(database) {
    this.database = database;
  }
  get version() {
    return this.database.version;
  }
  close() {
    this.#closed = true;
  }
  createObjectStore(name, { keyPath = null } = {}) {
    const indices = [];
    this.database.stores.set(name, { keyPath, indices, values: new Map() });
    return { createIndex: (...index) => indices.push(index) };
  }
  transaction(_, mode) {
    if (this.#closed) throw new DOMException('closed', 'InvalidStateError');
    if (!['readonly', 'readwrite'].includes(mode)) throw new TypeError(`no such mode: ${mode}`);
    return new Transaction(this.database, mode);
  }
}

class Transaction {
  #changes = [];
  #pending = 0;
  #turn = Promise.resolve();
  #end = () => {};
  error = null;
  oncomplete = null;
  onabort = null;

  constructor(database, mode) {
    this.database = database;
    this.mode = mode;
    if (mode === 'readwrite') {
      this.#turn = database.lastWrite;
      database.lastWrite = new Promise((resolve) => (this.#end = () => resolve()));
    }
    this.#request(() => undefined);
  }

  objectStore(name) {
    const { keyPath, values } = this.database.stores.get(name);
    const write = (change) => this.#request(() => void this.#changes.push({ name, change }));
    return {
      keyPath,
      get: (key) => this.#request(() => structuredClone(values.get(key))),
      getKey: (key) => this.#request(() => (values.has(key) ? key : undefined)),
      getAllKeys: () => this.#request(() => [...values.keys()]),
      getAll: () => this.#request(() => structuredClone([...values.values()])),
      put: (value, key) => {
        if ((keyPath === null) === (key === undefined)) throw new DOMException('in one place only', 'DataError');
        const kept = structuredClone(value);
        return write(() => {
          values.set(keyPath ? kept[keyPath] : key, kept);
          this.database.written.push({ store: name, value: kept });
        });
      },
      delete: (key) => write(() => values.delete(key)),
    };
  }

  #request(run) {
    const request = { result: undefined, error: this.database.requestFailure, onsuccess: null, onerror: null };
    this.#pending++;
    const answer = () => {
      if (request.error) {
        this.error = request.error;
        request.onerror?.();
      } else {
        request.result = run();
        request.onsuccess?.({ target: request });
      }
      this.#pending--;
      if (this.#pending === 0) this.#finish();
    };
    void this.#turn.then(() => setImmediate(answer));
    return request;
  }

  #finish() {
    this.#end();
    const { failure, failingStore } = this.database;
    if (failure && this.#changes.some(({ name }) => name === (failingStore ?? name))) this.error = failure;
    if (this.error) return void this.onabort?.();
    for (const { change } of this.#changes) change();
    this.oncomplete?.();
  }
}
