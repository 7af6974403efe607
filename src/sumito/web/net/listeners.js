/** Callbacks by the name of their event. */

/** @template E the callback of each event */
export class Listeners {
  /** @type {Map<keyof E, Set<any>>} */ #callbacks = new Map();

  /** @template {keyof E} K @param {K} name @param {E[K]} callback @returns {() => void} ends it */
  add(name, callback) {
    const callbacks = this.#callbacks.get(name) ?? new Set();
    this.#callbacks.set(name, callbacks.add(callback));
    return () => void callbacks.delete(callback);
  }

  /** @template {keyof E} K @param {K} name @param {E[K] extends (...values: infer V) => void ? V : never} values */
  send(name, ...values) {
    for (const callback of [...(this.#callbacks.get(name) ?? [])]) callback(...values);
  }

  clear() {
    this.#callbacks.clear();
  }
}
