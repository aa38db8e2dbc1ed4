/**
 * Leaves out of the pages what zod's schemas carry along to describe themselves as JSON Schema: nothing under web/ asks for
 * it, but every schema refers to it, and it is 5 kB of what a visit downloads (gzipped). Whoever calls it is told.
 * A version of zod with other files fails the build: then this is looked at again.
 */
import type { Plugin } from 'vite';

const FILES = ['to-json-schema', 'json-schema-processors'];

export function zodTrim(): Plugin {
  const found = new Set<string>();
  return {
    name: 'zod-trim',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js/ },
      handler(code, id) {
        found.add(id);
        return { code: withoutBodies(code), map: null };
      },
    },
    buildEnd(error) {
      if (!error && found.size !== FILES.length) this.error(`zod no longer has ${FILES.join(' and ')} to leave out.`);
    },
  };
}

/** A module of the same names, each of which makes a function that throws. */
function withoutBodies(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  const aliases = [...code.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name]) => name);
  return [
    "const leftOut = () => () => { throw new Error('JSON Schema is left out of the pages (scripts/vite/zod-trim.ts).'); };",
    `export { ${[...names, ...aliases].map((name) => `leftOut as ${name}`).join(', ')} };`,
  ].join('\n');
}
