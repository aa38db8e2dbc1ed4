/**
 * Generation in workerd while its process is thrown away in the middle of steps, and messages come twice, late, or never:
 * nothing is lost and nothing is paid for twice. One clip of each run is stored in parts.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { generateVideos } from '#edge-api/services/generation.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { startStudio } from '#tests/api/generation-harness.ts';
import { SEED } from '#tests/helpers/test-values.ts';

const RUNS = Number(process.env['TEST_THROWN_AWAY'] ?? 1);
const NAMES = ['One', 'Two', 'Three', 'Four'];

/** It goes to R2 in three parts under a passing name, so that isolates also end between them. */
const LARGE_BYTES = 20 * 1024 * 1024;

let gemini: FakeGemini;
beforeAll(async () => {
  vi.stubEnv('TEST_API_HOST', 'edge');
  const clip = await makeClip({ seconds: 4, size: '360p', sceneNumber: 1 });
  const large = withFreeSpace(clip, LARGE_BYTES);
  gemini = await startFakeGemini({ clips: ({ prompt }) => (prompt.includes('Two.') ? large : clip), slowPolls: 1 });
});
afterAll(() => gemini.close());

/** The same clip with a box behind it that players pass over. */
function withFreeSpace(clip: Uint8Array, count: number): Uint8Array {
  const box = Buffer.alloc(count);
  box.writeUInt32BE(count, 0);
  box.write('free', 4, 'latin1');
  return Buffer.concat([clip, box]);
}

test(`${RUNS} times every clip is there, or told as lost, and none was asked for twice`, async () => {
  const seen = { twice: 0, late: 0, lost: 0, thrownAway: 0 };
  const ended = { complete: 0, told: 0 };
  for (let run = 0; run < RUNS; run++) {
    const at = `TEST_SEED=${SEED + run}`;
    const random = randomFrom(SEED + run);
    gemini.reset();
    const queue = { random, twice: 0.3, late: 0.3, lost: 0.05, thrownAway: 0.2, seen };
    const studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url, unsteadyQueue: queue });
    try {
      const projectId = await studio.addProject();
      const names = NAMES.slice(0, 2 + Math.floor(random() * (NAMES.length - 1)));
      for (const name of names) await studio.addScene(projectId, { prompt: `${name}.` });
      await generateVideos(studio.deps, { userId: studio.userId, idempotencyKey: null }, projectId);
      await studio.finish();
      for (const [index, scene] of (await studio.scenes(projectId)).entries()) {
        const paid = gemini.jobs.filter(({ prompt }) => prompt.includes(`${names[index]}.`)).length;
        expect(paid, `${at}: requests for ${names[index]}`).toBeLessThanOrEqual(1);
        const isTold = scene.status === 'failed' && scene.answerLost;
        const isThere = scene.sha256 !== null && (await studio.mediaStore.size(scene.sha256)) !== null;
        expect([at, isTold || (scene.status === 'complete' && paid === 1 && isThere)]).toEqual([at, true]);
        ended[isTold ? 'told' : 'complete']++;
      }
      const settled = await studio.rows(
        `select 1 from ledger where entry = 'settle' group by job_id having count(*) > 1`,
      );
      expect(settled, `${at}: counted twice`).toEqual([]);
    } finally {
      await studio.close();
    }
  }
  console.log(`From seed ${SEED}: ${JSON.stringify({ ...ended, ...seen })}`);
  // Of a few, chance may have left out one kind.
  if (RUNS < 10) return;
  expect(seen.thrownAway).toBeGreaterThan(RUNS);
  expect(Math.min(seen.twice, seen.late)).toBeGreaterThan(0);
  expect(ended.complete).toBeGreaterThan(ended.told);
}, 3_600_000);
