// The site's files for `fetch`, from the source folders.
import { readFile } from 'node:fs/promises';

const TYPES = { wasm: 'application/wasm', json: 'application/json' };

export async function fetchFile(url) {
  const name = new URL(url).pathname.split('/').at(-1);
  const type = name.split('.').at(-1);
  const folder = type === 'wasm' ? 'web/core' : 'data';
  const file = await readFile(new URL(`../../../../src/sumito/${folder}/${name}`, import.meta.url));
  return new Response(file, { headers: { 'Content-Type': TYPES[type] } });
}
