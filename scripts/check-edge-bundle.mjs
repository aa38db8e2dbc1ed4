/** The Worker's bundle must not reach for a disk or a process, and stays small enough to start fast. */
import { readFile, readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const MAX_GZIP_BYTES = 1024 * 1024;
const folder = 'dist/edge';

const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
const code = Buffer.concat(await Promise.all(scripts.map((name) => readFile(`${folder}/${name}`))));
const forbidden = ['fs', 'fs/promises', 'child_process', 'worker_threads', 'net'].filter((name) =>
  new RegExp(`(from|import|require\\()\\s*["']node:${name}["']`).test(code.toString('utf8')),
);
const size = gzipSync(code).length;
console.log(`${Math.round(size / 1024)} kB gzip`);
if (scripts.length === 0) throw new Error('There is no edge bundle: run `npm run test:edge`.');
if (forbidden.length > 0)
  throw new Error(`The edge bundle imports ${forbidden.map((name) => `node:${name}`).join(', ')}.`);
if (size > MAX_GZIP_BYTES) throw new Error(`The edge bundle is ${size} bytes gzipped; the limit is ${MAX_GZIP_BYTES}.`);
