/** Which files a file of this project imports, by way of others, too. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Static, dynamic, and side-effect imports, and files named by their place, as workers are. */
const IMPORTS = [/(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g, /new URL\(\s*['"]([^'"\n]+)['"],\s*import\.meta\.url/g];

/** @param {string} [root] of a checkout */
export function importGraph(root = ROOT) {
  const names = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports).map(
    ([name, place]) => [name.slice(0, -1), place.slice(2, -1)],
  );
  /** @type {Map<string, string[]>} */
  const known = new Map();

  /** @returns {string | undefined} the path from the root; undefined for a package */
  function placeOf(specifier, importer) {
    const path = specifier.split('?')[0];
    if (path.startsWith('.')) return normalize(join(dirname(importer), path));
    const [name, folder] = names.find(([start]) => path.startsWith(start)) ?? [];
    return name === undefined ? undefined : folder + path.slice(name.length);
  }

  /** @returns {string[]} */
  function importsOf(file) {
    const before = known.get(file);
    if (before) return before;
    const isRead = /\.(tsx?|mjs|js|css)$/.test(file) && existsSync(join(root, file));
    const text = isRead ? readFileSync(join(root, file), 'utf8') : '';
    const specifiers = IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));
    const places = specifiers.map((specifier) => placeOf(specifier, file)).filter((place) => place !== undefined);
    known.set(file, places);
    return places;
  }

  /**
   * @param {string} file its path from the root
   * @returns {Set<string>} the file and all that it needs
   */
  function closureOf(file) {
    const closure = new Set([file]);
    for (const each of closure) for (const place of importsOf(each)) closure.add(place);
    return closure;
  }

  return { closureOf };
}
