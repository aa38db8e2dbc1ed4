/**
 * Generation by turns from a queue: what one step sends for, and that nothing is lost or paid for twice where isolates are
 * thrown away and messages come twice, late, out of order, or not at all. 15 random runs, 500 by `npm run test:long`.
 */
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isolateTurns } from '#edge-api/jobs/isolate-turns.ts';
import { queuedTurns, type Turn } from '#edge-api/jobs/queued-turns.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import type { VideoModelFor } from '#edge-api/providers/video-model/port.ts';
import { insertOwnFile } from '#edge-api/repos/own-files.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { plantFullLines, plantPeople } from '#tests/helpers/plant-jobs.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { unsteadyEdge, type Report } from '#tests/helpers/unsteady-edge.ts';
import { startStudio, type Studio } from './generation-harness.ts';
import { SEED } from '#tests/helpers/test-values.ts';

const RUNS = Number(process.env['TEST_RUNS'] ?? 15);
/** Of the clock that the test moves: a clip that isn't there by then never will be. */
const PATIENCE_MS = 72 * 60 * 60_000;
const NAMES = ['One', 'Two', 'Three', 'Four', 'Five'];

let studio: Studio;
let projectId: string;
const clip = makeClip({ seconds: 4, size: '360p', sceneNumber: 1 });
const gemini = await startFakeGemini({ clips: () => clip, slowPolls: 1 });
afterAll(() => gemini.close());

async function begin(): Promise<void> {
  gemini.reset();
  studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
  projectId = await studio.addProject();
}

const ask = () => studio.generate(projectId);
const addScenes = async (names: readonly string[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const name of names) ids.push(await studio.addScene(projectId, { prompt: `${name}.` }));
  return ids;
};
const statuses = async () => (await studio.scenes(projectId)).map(({ status }) => status);

/** A queue that only keeps what it is given. */
function keepingQueue() {
  const kept: { turn: Turn; delaySeconds: number }[] = [];
  return { kept, queue: { send: async (turns: readonly (typeof kept)[number][]) => void kept.push(...turns) } };
}

const NOW: Turn = { dueMs: 0, jobId: null };

/** As long as whatever runs beside it takes to come as far. */
async function othersTurns(): Promise<void> {
  for (let turn = 0; turn < 500; turn++) await setImmediate();
}

describe('a turn', () => {
  beforeEach(begin);
  afterEach(() => studio.close());

  test('is one step of one job, and sends for the next turn of this job and of others that are due', async () => {
    await addScenes(['One', 'Two']);
    await ask();
    const { kept, queue } = keepingQueue();
    const turns = queuedTurns(studio.deps, queue);
    await turns.take(NOW);
    expect(gemini.jobs).toHaveLength(1);
    // For the second clip, before and after the step, and for asking about the first.
    expect(kept.map(({ delaySeconds }) => delaySeconds)).toEqual([0, 0, 5]);
    expect(kept.filter(({ turn }) => turn.jobId !== null)).toHaveLength(1);
    await turns.take(NOW);
    await turns.take(NOW);
    expect(gemini.jobs).toHaveLength(2);
    expect(gemini.requests.filter(({ operation }) => operation === 'interactions.get')).toEqual([]);
  });

  test('that a failing queue disturbs still does the step that it claimed, and comes again', async () => {
    await addScenes(['One', 'Two']);
    await ask();
    const refusing = { send: () => Promise.reject(new Error('The queue is away.')) };
    await expect(queuedTurns(studio.deps, refusing).take(NOW)).rejects.toThrow('The queue is away.');
    expect(gemini.jobs).toHaveLength(1);
  });

  test('that comes early waits for its time, and ends if it finds nothing due', async () => {
    const { kept, queue } = keepingQueue();
    const turns = queuedTurns(studio.deps, queue);
    await turns.take({ ...NOW, dueMs: studio.now() + 1_500 });
    expect(kept).toMatchObject([{ delaySeconds: 2 }]);
    kept.length = 0;
    await turns.take({ ...NOW, dueMs: studio.now() });
    await turns.wake(studio.userId);
    expect(await turns.sweep()).toBe(0);
    expect(kept).toMatchObject([{ delaySeconds: 0 }]);
  });

  test('is sent for by the sweep for each job that nobody came for, as far as its line has room', async () => {
    await addScenes(NAMES);
    await ask();
    const { kept, queue } = keepingQueue();
    const turns = queuedTurns(studio.deps, queue);
    // The messages of what fell due just now are on their way.
    studio.skip(9_000);
    expect(await turns.sweep()).toBe(0);
    studio.skip(1_000);
    expect(await turns.sweep()).toBe(1);
    await turns.take(NOW);
    await turns.take(NOW);
    kept.length = 0;
    studio.skip(60_000);
    expect(await turns.sweep()).toBe(2);
    expect(kept).toHaveLength(2);
  });

  test('finds what is due of its person beside two thousand who wait for their own clips, and so does the sweep', async () => {
    await addScenes(['One', 'Two', 'Three']);
    await ask();
    await plantFullLines(studio.db, await plantPeople(studio.db, 2_000), 3, studio.now());
    const { kept, queue } = keepingQueue();
    const turns = queuedTurns(studio.deps, queue);
    await turns.wake(studio.userId);
    const woken = kept.splice(0);
    for (const { turn } of woken) await turns.take(turn);
    expect(gemini.jobs).toHaveLength(1);
    kept.length = 0;
    studio.skip(60_000);
    // The first is to be asked about, and the second has room beside it; the third waits for them.
    expect(await turns.sweep()).toBe(2);
    for (const { turn } of kept.splice(0)) await turns.take(turn);
    expect(gemini.jobs).toHaveLength(2);
    expect(gemini.requests.filter(({ operation }) => operation === 'interactions.get')).toHaveLength(1);
  });

  test.each([
    ['one clip after another, where they come to one isolate', isolateTurns(Date.now), 1],
    ['two clips beside each other, where memory is no question', undefined, 2],
  ] as const)('lets through memory %s', async (_, inTurn, most) => {
    await addScenes(['One', 'Two']);
    await ask();
    const { mediaStore } = studio.deps;
    let [open, mostOpen] = [0, 0];
    const put: MediaStore['put'] = async (body, options) => {
      mostOpen = Math.max(mostOpen, (open += 1));
      await othersTurns();
      return mediaStore.put(body, options).finally(() => (open -= 1));
    };
    const turns = queuedTurns({ ...studio.deps, mediaStore: { ...mediaStore, put } }, keepingQueue().queue);
    for (let round = 0; round < 20 && !(await statuses()).every((status) => status === 'complete'); round++) {
      await Promise.all([turns.take(NOW, inTurn), turns.take(NOW, inTurn)]);
      studio.skip(5_000);
    }
    expect(await statuses()).toEqual(['complete', 'complete']);
    expect(mostOpen).toBe(most);
  });

  test('sends one clip with pictures after another, as these are in memory until the model has answered', async () => {
    const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);
    const { sha256, sizeBytes } = await studio.mediaStore.put(new Blob([bytes]).stream(), { maxBytes: 100 });
    const file = { sha256, sizeBytes, kind: 'picture', name: 'tram.jpg', type: 'image/jpeg' } as const;
    const facts = { width: 16, height: 9 };
    await studio.db.execute(insertOwnFile(studio.userId, { ...file, facts, createdAt: studio.now() }));
    await addScenes(['One', 'Two']);
    await studio.rows(`update scenes set reference_pictures = '[{"picture":"${sha256}","shows":"the old red tram"}]'`);
    await ask();
    let [open, mostOpen] = [0, 0];
    const videoModelFor: VideoModelFor = (key) => {
      const model = studio.deps.videoModelFor(key);
      return {
        ...model,
        submit: async (request, way, signal) => {
          expect(request.references).toHaveLength(1);
          mostOpen = Math.max(mostOpen, (open += 1));
          await othersTurns();
          return model.submit(request, way, signal).finally(() => (open -= 1));
        },
      };
    };
    const turns = queuedTurns({ ...studio.deps, videoModelFor }, keepingQueue().queue);
    const inTurn = isolateTurns(Date.now);
    await Promise.all([turns.take(NOW, inTurn), turns.take(NOW, inTurn)]);
    expect(gemini.jobs).toHaveLength(2);
    expect(mostOpen).toBe(1);
  });

  test('after another brings every clip home with one request each, where the queue is steady', async () => {
    await addScenes(NAMES);
    await ask();
    const steady = { thrownAway: 0, standingStill: 0, twice: 0, late: 0, lost: 0, calls: 1, random: randomFrom(1) };
    const edge = unsteadyEdge(studio.deps, studio, steady);
    await edge.wake(studio.userId);
    const startedMs = studio.now();
    const { deliveries } = await edge.run(isOver);
    expect(await statuses()).toEqual(NAMES.map(() => 'complete'));
    expect(gemini.jobs).toHaveLength(NAMES.length);
    // Two at a time, each asked about twice: no clip waits for a sweep.
    expect(studio.now() - startedMs).toBeLessThan(60_000);
    // Four steps of each: sent, asked about twice, and saved. For each step at most three turns are sent for.
    expect(deliveries).toBeLessThanOrEqual(1 + 3 * 4 * NAMES.length);
  });
});

async function isOver(): Promise<boolean> {
  expect(studio.now() - studio.startedMs, 'work is left, and nobody comes for it').toBeLessThan(PATIENCE_MS);
  return (await studio.rows('select 1 from jobs where work is not null')).length === 0;
}

test(`${RUNS} times nothing is lost and nothing is paid for twice, whatever becomes of isolates and messages`, async () => {
  const seen = { scenes: 0, complete: 0, unknown: 0, thrownAway: 0, stoodStill: 0, twice: 0, lost: 0 };
  for (let run = 0; run < RUNS; run++) {
    const at = `TEST_SEED=${SEED + run}`;
    const random = randomFrom(SEED + run);
    await begin();
    try {
      const names = NAMES.slice(0, 1 + Math.floor(random() * NAMES.length));
      await addScenes(names);
      const edge = unsteadyEdge(studio.deps, studio, {
        thrownAway: 0.25,
        standingStill: 0.1,
        twice: 0.3,
        late: 0.3,
        lost: 0.05,
        calls: 14,
        random,
      });
      await ask();
      await edge.wake(studio.userId);
      const report: Report = await edge.run(isOver);
      const scenes = await studio.scenes(projectId);
      for (const scene of scenes) {
        const paid = gemini.jobs.filter(({ prompt }) => prompt.includes(`${names[scenes.indexOf(scene)]}.`)).length;
        expect(paid, `${at}: requests for ${scene.prompt}`).toBeLessThanOrEqual(1);
        const isTold = scene.status === 'failed' && scene.answerLost;
        expect(scene.status === 'complete' || isTold, `${at}: ${scene.status}, ${scene.errorMessage}`).toBe(true);
        const isStored = scene.sha256 !== null && (await studio.mediaStore.size(scene.sha256)) !== null;
        expect(isTold || (paid === 1 && isStored), `${at}: a clip that nobody made, or without its file`).toBe(true);
        seen[isTold ? 'unknown' : 'complete']++;
      }
      const settled = await studio.rows(
        `select 1 from ledger where entry = 'settle' group by job_id having count(*) > 1`,
      );
      expect(settled, `${at}: counted twice`).toEqual([]);
      seen.scenes += scenes.length;
      for (const what of ['thrownAway', 'stoodStill', 'twice', 'lost'] as const) seen[what] += report[what];
    } finally {
      await studio.close();
    }
  }
  console.log(`From seed ${SEED}: ${JSON.stringify(seen)}`);
  // What was done to them must have been enough, and not so much that nothing was left to lose.
  expect(seen.thrownAway).toBeGreaterThan(RUNS);
  for (const trouble of ['stoodStill', 'twice', 'lost'] as const)
    expect([trouble, seen[trouble]]).not.toEqual([trouble, 0]);
  expect(seen.complete).toBeGreaterThan(seen.unknown);
});
