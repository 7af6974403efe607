/** The sounds of marbles, synthesised without files. Silent unless sound is on in the settings. */

import { beats } from '../board/motion.js';
import { boardConfig } from './board_config.js';
import { settings } from './settings.js';

/** @type {AudioContext|null} */
let audio = null;
/** @type {AudioBuffer|null} */
let noise = null;

/** @returns {AudioContext|null} */
function ready() {
  if (!settings.get('sound') || settings.get('volume') === 0) return null;
  if (typeof AudioContext !== 'function') return null;
  audio ??= new AudioContext();
  // Browsers allow sound only after the first input on the page.
  if (audio.state === 'suspended') audio.resume().catch(() => {});
  return audio;
}

/** @param {AudioContext} on @param {number} loudness */
function out(on, loudness) {
  const gain = on.createGain();
  gain.gain.value = loudness * (settings.get('volume') / 10) ** 1.6;
  gain.connect(on.destination);
  return gain;
}

/**
 * Play a decaying tone: a glass marble that is struck.
 * @param {AudioContext} on
 * @param {number} at
 * @param {number} pitch
 * @param {number} length
 * @param {number} loudness
 * @param {OscillatorType} [shape]
 */
function ring(on, at, pitch, length, loudness, shape = 'sine') {
  const tone = on.createOscillator();
  const fade = on.createGain();
  tone.type = shape;
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.86, at + length);
  fade.gain.setValueAtTime(0.0001, at);
  fade.gain.exponentialRampToValueAtTime(1, at + 0.003);
  fade.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(fade).connect(out(on, loudness));
  tone.start(at);
  tone.stop(at + length + 0.02);
}

/**
 * Play a short noise: wood, or a rolling marble.
 * @param {AudioContext} on @param {number} at @param {number} pitch @param {number} length @param {number} loudness
 */
function rustle(on, at, pitch, length, loudness) {
  if (!noise) {
    noise = on.createBuffer(1, on.sampleRate, on.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = on.createBufferSource();
  const filter = on.createBiquadFilter();
  const fade = on.createGain();
  source.buffer = noise;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 1.4;
  fade.gain.setValueAtTime(1, at);
  fade.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(filter).connect(fade).connect(out(on, loudness));
  source.start(at);
  source.stop(at + length);
}

/**
 * Play the sound of a move: a click for each marble, a lower knock at the contact of a push, a roll over the rim for an
 * ejection, and a marble that falls onto wood and glass in the tray.
 * @param {{cells: readonly number[], pushed: readonly number[], ejects: boolean}} move
 */
export function soundMove({ cells, pushed, ejects }) {
  const on = ready();
  if (!on) return;
  const now = on.currentTime + 0.01;
  cells.forEach((_, i) => {
    ring(on, now + i * 0.022, 2350 - i * 170, 0.07, 0.16);
    rustle(on, now + i * 0.022, 3200, 0.03, 0.22);
  });
  const [contact, rim, drop] = Object.values(beats(boardConfig)).map((ms) => now + ms / 1000);
  if (pushed.length) {
    ring(on, contact, 310 - 40 * pushed.length, 0.16, 0.34, 'triangle');
    rustle(on, contact, 900, 0.08, 0.4);
  }
  if (ejects) {
    rustle(on, contact + 0.06, 420, Math.max(0.3, drop - contact), 0.5);
    ring(on, rim, 180, 0.14, 0.3, 'triangle');
    for (const [after, loudness] of [
      [0, 0.42],
      [0.11, 0.2],
      [0.18, 0.1],
    ]) {
      ring(on, drop + after, 240, 0.12, loudness, 'triangle');
      ring(on, drop + after, 2900, 0.09, loudness * 0.35);
      rustle(on, drop + after, 1400, 0.04, loudness);
    }
  }
}

/**
 * Play another sound: a refusal, little time left, the end of the game, a solved puzzle, a call to an online game.
 * @param {'refusal'|'tick'|'end'|'solved'|'call'} name
 */
export function sound(name) {
  const on = ready();
  if (!on) return;
  const now = on.currentTime + 0.01;
  if (name === 'refusal') ring(on, now, 150, 0.12, 0.3, 'triangle');
  else if (name === 'tick') ring(on, now, 1150, 0.05, 0.14);
  else if (name === 'end')
    [392, 523, 659].forEach((pitch, i) => ring(on, now + i * 0.13, pitch, 0.5, 0.16, 'triangle'));
  else if (name === 'call')
    [784, 1047, 784, 1047].forEach((pitch, i) => ring(on, now + i * 0.16, pitch, 0.4, 0.2, 'triangle'));
  else [659, 880].forEach((pitch, i) => ring(on, now + i * 0.1, pitch, 0.35, 0.14, 'triangle'));
}
