/** Bundles a server as `npm run build` does, into a folder of its own, so that nobody's build is disturbed. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { loadConfig } from 'rolldown/config';

const root = join(import.meta.dirname, '../../..');

export type ServerBundle = {
  /** The product's own entry. */
  server: string;
  /** `npm run export-worker`. */
  exportWorker: string;
  /** `npm run export-service`. */
  exportService: string;
  /** `npm run migrate-data`. */
  migrateData: string;
  /** The same server, ending itself at a named point. */
  crashingServer: string;
  remove(): Promise<void>;
};

/** The caller removes it. */
export async function bundleServer(): Promise<ServerBundle> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-bundle-'));
  const dir = join(folder, 'dist/server');
  // Packages are found from the bundle's own folder upwards.
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'dist/web'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'dist/web/index.html'), '<!doctype html><title>AI Storyreel</title>');
  const settings = await loadConfig(join(root, 'scripts/rolldown.config.mjs'));
  if (Array.isArray(settings) || typeof settings === 'function') throw new Error('The build has another form now.');
  const input = {
    start: 'edge-api/node/start.ts',
    worker: 'edge-api/node/export-worker-command.ts',
    service: 'edge-api/node/export-service-command.ts',
    migrate: 'edge-api/node/migrate-data-command.ts',
    crashing: 'tests/helpers/kill/crashing-server.ts',
  };
  const { output } = settings;
  if (output === undefined || Array.isArray(output)) throw new Error('The build has another form now.');
  // Packages go into it, too, but for native code: so a server starts in two thirds of the time.
  const bundle = await rolldown({ ...settings, cwd: root, input, external: [/^node:/, /libsql/, /^@napi-rs\/canvas/] });
  await bundle.write({ ...output, dir });
  await bundle.close();
  return {
    server: join(dir, 'node/start.js'),
    exportWorker: join(dir, 'node/worker.js'),
    exportService: join(dir, 'node/service.js'),
    migrateData: join(dir, 'node/migrate.js'),
    crashingServer: join(dir, 'node/crashing.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
