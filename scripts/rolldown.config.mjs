/** Bundles the server and its commands: our sources together, packages left where npm put them. */
import { defineConfig } from 'rolldown';

export default defineConfig({
  input: {
    start: 'edge-api/node/start.ts',
    'export-worker-command': 'edge-api/node/export-worker-command.ts',
    'export-service-command': 'edge-api/node/export-service-command.ts',
    'migrate-data-command': 'edge-api/node/migrate-data-command.ts',
    'restore-command': 'edge-api/node/restore-command.ts',
    'backup-command': 'edge-api/node/backup-command.ts',
    'rotate-key-command': 'edge-api/node/rotate-key-command.ts',
    'deploy-check-command': 'edge-api/node/deploy-check-command.ts',
    'forget-keys-command': 'edge-api/node/forget-keys-command.ts',
  },
  platform: 'node',
  external: [/^[^./#]/],
  moduleTypes: { '.sql': 'text' },
  output: {
    dir: 'dist/server',
    // As deep as the sources, which look for what lies beside them.
    entryFileNames: 'node/[name].js',
    chunkFileNames: 'node/[name]-[hash].js',
    format: 'esm',
    sourcemap: true,
    cleanDir: true,
  },
});
