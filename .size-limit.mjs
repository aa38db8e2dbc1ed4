/** What a first visit to the landing page downloads, and the heavy parts that it must not. Sizes are gzipped. */
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'));

/** The files of a chunk and of everything that it imports statically. */
function closure(name, found = new Set()) {
  const chunk = manifest[name];
  if (!chunk || found.has(name)) return found;
  found.add(name);
  for (const imported of chunk.imports ?? []) closure(imported, found);
  return found;
}

const files = (names) =>
  [...new Set(names.flatMap((name) => [manifest[name].file, ...(manifest[name].css ?? [])]))].map(
    (file) => `dist/web/${file}`,
  );

const chunkOf = (pattern) => {
  const name = Object.keys(manifest).find((key) => pattern.test(key));
  if (!name) throw new Error(`No chunk matches ${pattern}.`);
  return name;
};

// The landing page is what the entry imports; the check for a session comes by a chunk of its own, after the first paint.
const landing = closure('index.html');
const editor = closure(chunkOf(/pages\/(project|editor)/), new Set(landing));

export default [
  { name: 'first load of the landing page', path: files([...landing]), limit: '130 kB', gzip: true },
  { name: 'editor, with all it imports', path: files([...editor]), limit: '340 kB', gzip: true },
];
