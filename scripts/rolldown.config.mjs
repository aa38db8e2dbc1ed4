/** Bundles the server: our sources into one file, packages left where npm put them. */
import { defineConfig } from 'rolldown';

export default defineConfig({
  input: { node: 'edge-api/node.ts' },
  platform: 'node',
  external: [/^[^./#]/],
  moduleTypes: { '.sql': 'text' },
  output: { dir: 'dist/server', format: 'esm', sourcemap: true, cleanDir: true },
});
