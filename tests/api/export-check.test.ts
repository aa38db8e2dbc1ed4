/** Whether the server can write movies, and what it says when it can't. */
import { expect, test } from 'vitest';
import type { WriterCheck } from '#edge-api/providers/movie-writer/port.ts';
import { noteExportWorker } from '#edge-api/repos/export-jobs.ts';
import { cachedCheck } from '#edge-api/services/export-check.ts';
import { filmedProject, HD } from './export-harness.ts';
import { startTestApi, type TestApi } from './harness.ts';

const broken = { available: false, version: null, error: 'ffmpeg isn’t installed. Run: apt install ffmpeg' };

async function bothAnswers(api: TestApi): Promise<unknown> {
  const [check, health] = await Promise.all([api.fetch('/api/check-ffmpeg'), api.fetch('/api/health')]);
  return [await check.json(), (await health.json()).ffmpeg];
}

test('ffmpeg is asked once a minute, and by both calls alike', async () => {
  let [asked, answer]: [number, WriterCheck] = [0, broken];
  const api = await startTestApi({ deps: { now: () => clock } });
  let clock = api.clock.now();
  api.deps.checkWriter = cachedCheck(
    {
      check: async () => {
        asked++;
        return answer;
      },
    },
    () => clock,
  );
  const no = [{ available: false, error: broken.error }, false];
  expect(await bothAnswers(api)).toEqual(no);
  answer = { available: true, version: '7.1', error: null };
  clock += 59_000;
  expect([await bothAnswers(api), asked]).toEqual([no, 1]);
  clock += 2_000;
  expect([await bothAnswers(api), asked]).toEqual([[{ available: true, error: null }, true], 2]);
  await api.close();
});

test('an ffmpeg that lacks one format writes the other, and is told by name', async () => {
  const error = 'The server’s ffmpeg can’t encode with libvpx-vp9. Install an ffmpeg that can.';
  const api = await startTestApi({ deps: { checkWriter: async () => ({ available: true, version: '7.1', error }) } });
  expect(await bothAnswers(api)).toEqual([{ available: true, error }, true]);
  await api.close();
});

test('a check that breaks off is a sentence, not a failure', async () => {
  const api = await startTestApi();
  api.deps.checkWriter = cachedCheck({ check: () => Promise.reject(new Error('spawn EACCES')) }, Date.now);
  expect(await bothAnswers(api)).toEqual([
    { available: false, error: 'The server couldn’t run ffmpeg. Check its installation and try again in a minute.' },
    false,
  ]);
  await api.close();
});

test('a check that breaks off, as on a busy machine, is made again soon', async () => {
  let [asked, clock] = [0, 1_000_000];
  const check = async (): Promise<WriterCheck> => {
    asked++;
    if (asked === 1) throw new DOMException('It took too long.', 'TimeoutError');
    return { available: true, version: '7.1', error: null };
  };
  const ask = cachedCheck({ check }, () => clock);
  expect(await ask()).toMatchObject({ available: false });
  clock += 4_900;
  expect([(await ask()).available, asked]).toEqual([false, 1]);
  clock += 200;
  expect([(await ask()).available, asked]).toEqual([true, 2]);
});

test('without ffmpeg an export is refused with the reason, unless it needs none', async () => {
  const api = await startTestApi({
    deps: { checkWriter: async () => broken, needsFfmpeg: async ({ target }) => target.height > 720 },
  });
  const ada = await api.as('Ada');
  const { id } = await filmedProject(api, ada);
  const ask = (resolution: string) =>
    ada.fetch(`/api/projects/${id}/export`, { method: 'POST', json: { ...HD, resolution } });
  const refused = await ask('1080p');
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { code: 'ffmpeg_unavailable', message: broken.error },
  ]);
  expect((await ask('source')).status).toBe(202);
  await api.close();
});

test('a server that writes none itself counts on workers that were there lately', async () => {
  const api = await startTestApi({ deps: { checkWriter: null } });
  const show = (id: string, error: string | null) =>
    api.db.execute(noteExportWorker({ id, error, nowMs: api.clock.now() }));
  expect(await bothAnswers(api)).toEqual([
    { available: false, error: 'No export worker is running. Start one with: npm run export-worker' },
    false,
  ]);
  await show('one', broken.error);
  expect(await bothAnswers(api)).toEqual([{ available: false, error: broken.error }, false]);
  await show('two', null);
  expect(await bothAnswers(api)).toEqual([{ available: true, error: null }, true]);
  api.clock.advance(91_000);
  expect(await bothAnswers(api)).toMatchObject([{ available: false }, false]);
  await api.close();
});

test('a host that can’t have workers says so, whoever is there', async () => {
  const api = await startTestApi({ deps: { noExports: 'Not here.' } });
  expect(await bothAnswers(api)).toEqual([{ available: false, error: 'Not here.' }, false]);
  await api.close();
});
