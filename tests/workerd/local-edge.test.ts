/** What runs the Worker on this machine leaves nothing behind, also where the Worker can't run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '#scripts/free-port.mjs';
import { startLocalEdge } from '#scripts/edge/local-edge.mjs';

test('a Worker that can’t run is ended with what was started for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-edge-'));
  const port = await freePort();
  const environment = { KEY_ENCRYPTION_SECRET: 'short' };
  await expect(startLocalEdge({ folder, port, environment })).rejects.toThrow('can’t reach its database');
  await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow('fetch failed');
  await rm(folder, { recursive: true });
});
