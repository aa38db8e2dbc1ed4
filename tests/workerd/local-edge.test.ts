/** What runs the Worker on this machine leaves nothing behind, also where the Worker can't run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '#scripts/free-port.mjs';
import { holdFolder } from '#scripts/edge/hold-folder.mjs';
import { startLocalEdge } from '#scripts/edge/local-edge.mjs';

test('a Worker that can’t run is ended with what was started for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-edge-'));
  const port = await freePort();
  const environment = { KEY_ENCRYPTION_SECRET: 'short' };
  await expect(startLocalEdge({ folder, port, environment })).rejects.toThrow('The Worker didn’t start');
  await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow('fetch failed');
  await rm(folder, { recursive: true });
});

test('a folder is worked with by one at a time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-edge-'));
  const held = holdFolder(folder);
  expect(() => holdFolder(folder)).toThrow(`Another dev:edge works with ${folder}.`);
  held.close();
  holdFolder(folder).close();
  await rm(folder, { recursive: true });
});
