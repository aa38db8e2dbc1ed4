/** Files are put, named and removed at once, and no row is left whose file is gone. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Project } from '#shared/entities/project.ts';
import { HOLD_MS, removeUnheld } from '#edge-api/services/held-store.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { jpegOf } from '#tests/helpers/pictures.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';
import { plantClip } from './plant-clip.ts';

let api: TestApi;
let ada: TestUser;
let project: Project;
beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
  project = await newProject(ada);
});
afterEach(() => api.close());

test('whichever of two pictures is kept that are sent again and again at once, its file is there', async () => {
  const { sha256 } = await plantClip(api.folder, project);
  const path = `/api/media/${sha256}/frames/first`;
  let gone = 0;
  for (let burst = 0; burst < 12; burst++) {
    const puts = Array.from({ length: 24 }, (_, n) =>
      ada.fetch(path, { method: 'PUT', body: jpegOf(`burst ${burst}, picture ${n % 2}`) }),
    );
    const statuses = new Set((await Promise.all(puts)).map(({ status }) => status));
    expect([...statuses]).toEqual([204]);
    const text = await (await ada.fetch(path)).text();
    if (!text.includes(`burst ${burst}`)) gone++;
  }
  expect(gone).toBe(0);
});

const storing = (bytes: Uint8Array<ArrayBuffer>) =>
  api.deps.mediaStore.put(new Blob([bytes]).stream(), { maxBytes: bytes.byteLength });
const isThere = async (sha256: string): Promise<boolean> => (await api.deps.mediaStore.size(sha256)) !== null;
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

test('a file that a running step has put stays for an hour without a row, and goes then', async () => {
  const { sha256 } = await storing(bytesOf('a clip whose row is about to come'));
  expect(await removeUnheld(api.deps, [sha256])).toEqual([{ sha256, untilMs: api.clock.now() + HOLD_MS }]);
  api.clock.advance(HOLD_MS - 1);
  expect(await isThere(sha256)).toBe(true);
  api.clock.advance(1);
  expect(await removeUnheld(api.deps, [sha256])).toEqual([]);
  expect(await isThere(sha256)).toBe(false);
});

test('a file that is put while the same bytes are being removed is there afterwards', async () => {
  const bytes = bytesOf('a portrait that two projects show');
  const { sha256 } = await storing(bytes);
  api.clock.advance(HOLD_MS);
  const { mediaStore } = api.deps;
  const order: string[] = [];
  let again: Promise<unknown> = Promise.resolve();
  const slow = {
    ...mediaStore,
    remove: async (names: readonly string[]) => {
      again = storing(bytes).then(() => order.push('put'));
      // As long as other work takes its turns.
      for (let turn = 0; turn < 50; turn++) await api.db.execute('select 1');
      await mediaStore.remove(names);
      order.push('removed');
    },
  };
  await removeUnheld({ ...api.deps, mediaStore: slow }, [sha256]);
  await again;
  expect(order).toEqual(['removed', 'put']);
  expect(await isThere(sha256)).toBe(true);
});

test('a sweep removes files that no row has, however many, and says which files are missing', async () => {
  const { sha256 } = await plantClip(api.folder, project);
  const frame = `/api/media/${sha256}/frames/first`;
  expect((await ada.fetch(frame, { method: 'PUT', body: jpegOf('kept') })).status).toBe(204);
  const strays: string[] = [];
  for (let n = 0; n < 700; n++) strays.push((await storing(bytesOf(`left by a process that died, ${n}`))).sha256);
  // Files know their age by the real clock: all of these are older for a clock that is ahead of it.
  api.clock.advance(Date.now() - api.clock.now() + HOLD_MS + 1_000);
  await tidyUp(api.deps);
  expect((await Promise.all(strays.map(isThere))).filter(Boolean)).toEqual([]);
  expect((await ada.fetch(frame)).status).toBe(200);
  expect((await ada.fetch(`/api/media/${sha256}`)).status).toBe(200);
  expect(api.logLines.join('\n')).not.toContain('files_missing');
  await api.deps.mediaStore.remove([sha256]);
  await tidyUp(api.deps);
  expect(api.logLines.join('\n')).toContain(`"event":"files_missing","count":1,"sha256":["${sha256}"]`);
});
