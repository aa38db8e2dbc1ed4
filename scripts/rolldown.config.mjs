/** Bundles the server and its commands: our sources together, packages left where npm put them. */
import { defineConfig } from 'rolldown';

export default defineConfig({
  input: {
    node: 'edge-api/node.ts',
    'node-backup': 'edge-api/node-backup.ts',
    'node-rotate-key': 'edge-api/node-rotate-key.ts',
  },
  platform: 'node',
  external: [/^[^./#]/],
  moduleTypes: { '.sql': 'text' },
  output: { dir: 'dist/server', format: 'esm', sourcemap: true, cleanDir: true },
});
