/** Whose job is worked on next, and what it costs to find out. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDb } from '#edge-api/db/client.ts';
import { NODE_PLACES, takeTurns, type Places } from '#edge-api/jobs/take-turns.ts';
import type { ClaimedJob } from '#edge-api/repos/jobs.ts';
import { openMigratedDatabase } from '#tests/helpers/migrated-database.ts';
import { plantJobs, plantPeople } from '#tests/helpers/plant-jobs.ts';
import { fullScans, recordStatements, type RecordedDb } from '#tests/helpers/query-plans.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);

let folder: string;
let db: OpenDb;
let recorded: RecordedDb;
let nowMs: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-turns-'));
  db = await openMigratedDatabase(join(folder, 'storyreel.db'));
  recorded = recordStatements(db);
  nowMs = NOW_MS;
});
afterEach(async () => {
  db.close();
  await rm(folder, { recursive: true });
});

const turns = (places: Partial<Places> = {}, leaseBy = 'this', atOncePerPerson = { clips: 2, aiCalls: 2 }) =>
  takeTurns({ db: recorded.db, now: () => nowMs, leaseBy, places: { ...NODE_PLACES, ...places }, atOncePerPerson });
const end = (jobs: readonly ClaimedJob[]) =>
  db.execute({
    sql: `update jobs set state = 'done', lease_until_ms = 0 where id in (select value from json_each(?))`,
    args: [JSON.stringify(jobs.map(({ id }) => id))],
  });
const peopleOf = (jobs: readonly ClaimedJob[]) => jobs.map(({ userId }) => userId).toSorted();
const queued = (userId: string, count: number, more = {}) =>
  plantJobs(db, { userId, count, kind: 'clip', state: 'queued', nowMs: NOW_MS, ...more });
const breakdowns = (userId: string, count: number) =>
  plantJobs(db, { userId, count, kind: 'breakdown', state: 'queued', nowMs: NOW_MS });

/** What the statements so far took, in steps of the database’s virtual machine: the same on every machine. */
const stepsTaken = async (): Promise<number> => {
  const { rows } = await db.execute(`select sum(nstep) as steps from sqlite_stmt where sql like '%lease_by%'`);
  return Number(rows[0]?.['steps']);
};

test('beside twenty thousand queued clips a claim goes by index, and takes hardly more steps than beside few', async () => {
  const people = await plantPeople(db, 50);
  const stepsOfClaims = async (): Promise<number> => {
    const claim = turns();
    const before = await stepsTaken();
    for (let round = 0; round < 5; round++) {
      const { pieces } = await claim([]);
      expect(pieces).toHaveLength(NODE_PLACES.send);
      await end(pieces);
    }
    return (await stepsTaken()) - before;
  };
  for (const person of people) await queued(person, 10);
  const besideFew = await stepsOfClaims();
  for (const person of people) await queued(person, 390);
  const besideMany = await stepsOfClaims();
  expect(besideFew).toBeGreaterThan(100);
  expect(besideMany).toBeLessThan(1.5 * besideFew);
  expect(await fullScans(db, recorded.statements)).toEqual([]);
});

describe('people take turns', () => {
  test('at clips, also where many more wait than can be sent at once', async () => {
    const people = await plantPeople(db, 30);
    for (const person of people.slice(0, 29)) await queued(person, 40);
    await queued(people[29] ?? '', 1, { nowMs: NOW_MS + 1 });
    nowMs += 1;
    const claim = turns({ send: 10 });
    const served: string[] = [];
    for (let round = 0; round < 3; round++) {
      const { pieces } = await claim([]);
      served.push(...peopleOf(pieces));
      await end(pieces);
    }
    expect(served.toSorted()).toEqual(people.toSorted());
  });

  test('at what the text model is asked, and nobody is asked more than two at once', async () => {
    const [greedy = '', other = ''] = await plantPeople(db, 2);
    await breakdowns(greedy, 14);
    const claim = turns();
    const first = (await claim([])).pieces;
    expect(peopleOf(first)).toEqual([greedy, greedy]);
    await breakdowns(other, 1);
    expect(peopleOf((await claim(first)).pieces)).toEqual([other]);
  });

  test('at as many at once as the operator says, of clips and of calls each for themselves', async () => {
    const [person = ''] = await plantPeople(db, 1);
    await queued(person, 6);
    await breakdowns(person, 6);
    const { pieces } = await turns({}, 'this', { clips: 5, aiCalls: 3 })([]);
    expect(pieces.map(({ work }) => work).toSorted()).toEqual([
      ...Array<string>(3).fill('break_down'),
      ...Array<string>(5).fill('send'),
    ]);
    expect((await turns({}, 'another', { clips: 1, aiCalls: 1 })([])).pieces).toEqual([]);
  });

  test('at being asked about', async () => {
    const [greedy = '', other = ''] = await plantPeople(db, 2);
    await plantJobs(db, { userId: greedy, count: 50, kind: 'clip', state: 'running', nowMs: NOW_MS - 1000 });
    await plantJobs(db, { userId: other, count: 1, kind: 'clip', state: 'running', nowMs: NOW_MS });
    const claim = turns({ watch: 3 });
    expect(peopleOf((await claim([])).pieces)).toEqual([greedy, greedy, other].toSorted());
    expect(peopleOf((await turns()([])).pieces)).toEqual([greedy, greedy]);
    const none = await turns({}, 'another')([]);
    // Until a lease ends, there is nothing to do for anybody.
    expect(none).toEqual({ pieces: [], nextMs: NOW_MS + 45_000 });
  });

  test('in more lines than one look goes through, each exactly once', async () => {
    const people = await plantPeople(db, 700);
    for (const person of people) await queued(person, 1, { nowMs: NOW_MS + (person === people[650] ? 0 : 60_000) });
    const claim = turns();
    const first = await claim([]);
    expect(peopleOf(first.pieces)).toEqual([people[650]]);
    await end(first.pieces);
    nowMs += 60_000;
    const served: string[] = [];
    for (let round = 0; round < 30; round++) {
      const { pieces } = await claim([]);
      served.push(...peopleOf(pieces));
      await end(pieces);
    }
    expect(served.toSorted()).toEqual(people.filter((_, place) => place !== 650).toSorted());
  });
});

test('a kind of work whose places are taken leaves the others theirs', async () => {
  const [person = ''] = await plantPeople(db, 1);
  await breakdowns(person, 1);
  await plantJobs(db, { userId: person, count: 1, kind: 'clip', state: 'running', nowMs: NOW_MS });
  await plantJobs(db, { userId: person, count: 1, kind: 'clip', state: 'saving', nowMs: NOW_MS });
  const claim = turns({ break_down: 0, save: 1 });
  const { pieces } = await claim([]);
  expect(pieces.map(({ work }) => work).toSorted()).toEqual(['save', 'watch']);
  // Nothing is due that has room: a lease ends first.
  expect(await claim(pieces)).toEqual({ pieces: [], nextMs: NOW_MS + 45_000 });
});

test('clips of a line are sent in its order, two at once with those at work, by however many processes', async () => {
  const [person = ''] = await plantPeople(db, 1);
  const ids = await queued(person, 5);
  const [first] = (await turns({ send: 1 })([])).pieces;
  const others = (await turns({}, 'another')([])).pieces;
  expect([first?.id, ...others.map(({ id }) => id)]).toEqual(ids.slice(0, 2));
  expect((await turns({}, 'third')([])).pieces).toEqual([]);
  await db.execute({
    sql: `update jobs set state = 'running', next_at_ms = ?, lease_until_ms = 0 where id = ?`,
    args: [NOW_MS + 5_000, ids[0] ?? ''],
  });
  expect((await turns({}, 'third')([])).pieces).toEqual([]);
  await end(others);
  expect((await turns({}, 'third')([])).pieces.map(({ id }) => id)).toEqual([ids[2]]);
});

test('nothing waits until a clock that was set back an hour has caught up', async () => {
  const [person = ''] = await plantPeople(db, 1);
  await queued(person, 2);
  const later = { userId: person, count: 1, kind: 'clip' as const, nowMs: NOW_MS + 5_000 };
  for (const state of ['running', 'waiting_for_frame', 'backing_off']) await plantJobs(db, { ...later, state });
  const claim = turns();
  await end((await claim([])).pieces);
  nowMs -= 3_600_000;
  const { pieces } = await claim([]);
  expect(pieces.map(({ state }) => state)).toEqual(['queued']);
  await end(pieces);
  nowMs += 5_000;
  const states = (await claim([])).pieces.map(({ state }) => state);
  expect(states.toSorted()).toEqual(['backing_off', 'running', 'waiting_for_frame']);
  expect(await fullScans(db, recorded.statements)).toEqual([]);
});

test('a clip that was taken before the clock was set back an hour is free at once', async () => {
  const [person = ''] = await plantPeople(db, 1);
  await queued(person, 1);
  expect((await turns()([])).pieces).toHaveLength(1);
  nowMs -= 3_600_000;
  await db.execute({ sql: 'update jobs set next_at_ms = ?', args: [nowMs] });
  expect((await turns({}, 'another')([])).pieces).toHaveLength(1);
});
