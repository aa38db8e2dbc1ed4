/** Lays the interface's font beside the built app under a name that the pages of the server itself can know. */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const FILE = '../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

export function signInFont(): Plugin {
  return {
    name: 'sign-in-font',
    apply: 'build',
    async buildStart() {
      const source = await readFile(new URL(FILE, import.meta.url));
      this.emitFile({ type: 'asset', fileName: 'fonts/inter-latin.woff2', source });
    },
  };
}
