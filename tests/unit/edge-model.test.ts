/** The page about costs says what its inputs give, and the simulation behaves as queues and databases do. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { costTable, monthOf, person, prices } from '#scripts/edge-model/costs.ts';
import { loadOf, loadTable, numbersFrom, shardOf, usual, world } from '#scripts/edge-model/load.ts';
import { withTables } from '#scripts/edge-model/tables.ts';

test('both tables of the page follow from the inputs', async () => {
  const page = await readFile(new URL('../../docs/costs-on-the-edge.md', import.meta.url), 'utf8');
  const plain = (text: string): string => text.replaceAll(/[ -]+/g, ' ');
  expect(plain(page)).toBe(plain(withTables(page, { costs: costTable(), load: loadTable() })));
});

describe('a month', () => {
  test('is the sum of its lines by hand', () => {
    const { requests, steps, queueOperations, logLines, storageGb, usd } = monthOf(1_000);
    const calls = 8 * 12 + 8 * 40 + 8 * 20 + (30 / 2) * (60 / 3) + 45 + 30 * 2 + 20;
    expect(requests).toBe(1_000 * (calls + 8 * 8 + 20 * 4));
    expect(steps).toBe(1_000 * 30 * (60 / 5 + 2));
    // A message for each poll, three for each other step, and one for each of two pictures.
    expect(queueOperations).toBe(1_000 * 30 * (12 + 2 * 3 + 2) * 3);
    expect(logLines).toBe(1_000 * (8 * 40 + 30 * 2));
    expect(storageGb).toBe((1_000 * 30 * 6 * 6) / 1_000);
    expect(usd.r2).toBeCloseTo((storageGb - prices.r2.gbIncluded) * prices.r2.perGb, 6);
    expect(usd.all).toBeCloseTo(usd.workers + usd.logs + usd.queues + usd.r2 + usd.database, 9);
    expect(person.clips).toBe(30);
  });

  test('has our own lines of the log alone: the platform’s, one for each request, are turned off', async () => {
    const toml = await readFile(new URL('../../wrangler.toml', import.meta.url), 'utf8');
    expect(toml).toMatch(/^\[observability\.logs\]\nenabled = true\ninvocation_logs = false$/m);
    expect(monthOf(1_000_000).usd.logs).toBeCloseTo(((1_000_000 * 380 - 20e6) / 1e6) * 0.6, 6);
  });

  test('costs no less with more people', () => {
    const months = [1, 10, 1_000, 50_000, 1_000_000].map((people) => monthOf(people).usd.all);
    expect(months).toEqual(months.toSorted((a, b) => a - b));
  });
});

describe('the load', () => {
  test('is the same for one seed, and nearly for another', () => {
    const small = { ...usual, people: 10_000, seconds: 600 };
    expect(loadOf(small)).toEqual(loadOf(small));
    const [one, other] = [loadOf(small), loadOf({ ...small, seed: 7 })];
    expect(Math.abs(one.stepsPerSecond - other.stepsPerSecond) / one.stepsPerSecond).toBeLessThan(0.05);
  });

  test('below the wall is what is asked for, and beyond it no more than a database takes', () => {
    const below = loadOf({ ...usual, people: 10_000 });
    expect(below).toMatchObject({ wall: 'none' });
    // Two clips of 200 people, polled every five seconds and the time a poll takes.
    expect(below.providerPollsPerSecond).toBeGreaterThan(60);
    expect(below.providerPollsPerSecond).toBeLessThan(80);
    const beyond = loadOf(usual);
    expect(beyond.wall).toBe('database writes');
    expect(beyond.writesTaken).toBeLessThanOrEqual(world.writesPerSecond);
    expect(loadOf({ ...usual, shards: 8 }).clipsPerMinute).toBeGreaterThan(beyond.clipsPerMinute);
  });

  test('is spread evenly over databases, and a person stays in one', () => {
    const random = numbersFrom(11);
    const counts = new Array<number>(16).fill(0);
    for (let index = 0; index < 32_000; index++) {
      const person = Math.floor(random() * 2 ** 31);
      const shard = shardOf(person, 16);
      expect(shard).toBe(shardOf(person, 16));
      counts[shard] = (counts[shard] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(1_800);
    expect(Math.max(...counts)).toBeLessThan(2_200);
  });
});
