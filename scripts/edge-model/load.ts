/**
 * Many people who generate at once, second by second: what waits in the queue, what the database writes, how often the
 * provider is asked, and what goes through the bucket. Delays and polls are the code's own; what others take is an input.
 */
import { readConfig } from '#edge-api/config.ts';
import { POLL_MS } from '#sync/poll.ts';
import { perCall, person as month } from './costs.ts';

const { generationPollMs, clipsAtOnce } = readConfig({}, 'embedded');

export type Scenario = {
  people: number;
  /** How many of them generate at a time. */
  generating: number;
  /** How many have the app open, and edit as in costs.ts. */
  open: number;
  pollMs: number;
  /** Databases, by the ids of people. */
  shards: number;
  /** Queues of turns, each with consumers of its own. */
  queues: number;
  seconds: number;
  seed: number;
};

export const usual: Scenario = {
  people: 100_000,
  generating: 0.02,
  open: 0.06,
  pollMs: generationPollMs,
  shards: 1,
  queues: 1,
  seconds: 1_200,
  seed: 20261123,
};

/** Of others, and assumed unless it says otherwise. */
export const world = {
  /** Clips of one person, one after the other, so many at once. */
  clips: 15,
  clipSecondsMean: 60,
  clipSecondsSpread: 0.35,
  clipMb: 6,
  /** What the platform runs beside each other: 250 consumers with batches of four. */
  stepsAtOnce: 1_000,
  stepSeconds: { submit: 2, poll: 0.3, save: 4 },
  /** Transactions that write, each of which waits for the one before. */
  writes: { submit: 4, poll: 2, save: 5 },
  /** The same of an edit, and of a picture that an owner's browser sends: the file, and its name. */
  writesByEdit: 1,
  writesByFrame: 2,
  /** Rows that one database reads in a second; assumed. */
  rowsReadPerSecond: 500_000,
  /** What one database takes in a second: batches of two updates in sqld, measured on two shared cores. */
  writesPerSecond: 345,
};

type Kind = keyof typeof world.stepSeconds;
type Clip = { person: number; kind: Kind; readyAt: number };

export type Load = {
  /** Steps that are due and wait, in the middle and at most. */
  depthMedian: number;
  depthMax: number;
  /** Seconds that a due step waits at the end. */
  lateSeconds: number;
  stepsPerSecond: number;
  messagesPerSecond: number;
  /** Of the busiest database, as asked for, and as it took. */
  writesWanted: number;
  writesTaken: number;
  providerPollsPerSecond: number;
  pagePollsPerSecond: number;
  r2WritesPerSecond: number;
  r2MbPerSecond: number;
  clipsPerMinute: number;
  /** Of the busiest database. */
  rowsReadPerSecond: number;
  /** Processor seconds of the Worker in a second, over all isolates. */
  cpu: number;
  wall: 'none' | 'database writes' | 'database reads' | 'consumers';
};

/** Numbers from 0 to 1, the same for one seed (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Which database has the rows of a person. */
export function shardOf(person: number, shards: number): number {
  return (Math.imul(person ^ 0x9e3779b9, 0x85ebca6b) >>> 4) % shards;
}

export function loadOf(scenario: Scenario): Load {
  const { shards, seconds } = scenario;
  const random = numbersFrom(scenario.seed);
  const pollSeconds = scenario.pollMs / 1000;
  const due: Clip[][] = Array.from({ length: seconds + 4_000 }, () => []);
  const at = (second: number, clip: Clip): void => void due[Math.min(Math.ceil(second), due.length - 1)]?.push(clip);
  const takes = (): number => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return world.clipSecondsMean * Math.exp(world.clipSecondsSpread * normal - world.clipSecondsSpread ** 2 / 2);
  };
  const persons = Math.round(scenario.people * scenario.generating);
  const editsPerSecond = (scenario.people * scenario.open * month.edits) / (month.minutesPerSession * 60);
  const newsPerSecond = (scenario.people * scenario.open * month.newsPerMinute) / 60;
  const pagePollsPerSecond = persons / (POLL_MS / 1000);
  // They came at any time before, so their clips are at any point of their work.
  for (let person = 0; person < persons; person++)
    for (let one = 0; one < clipsAtOnce; one++) {
      const left = takes() * random();
      at(random() * pollSeconds, { person, kind: 'poll', readyAt: left });
    }
  let waiting: Clip[] = [];
  let savedLast = 0;
  const depths: number[] = [];
  const done = { submit: 0, poll: 0, save: 0 };
  const wanted = new Array<number>(shards).fill(0);
  const taken = new Array<number>(shards).fill(0);
  let [isBoundByWrites, isBoundBySlots] = [0, 0];
  const warmUp = Math.floor(seconds / 3);
  for (let second = 0; second < seconds; second++) {
    const isCounted = second >= warmUp;
    const arriving = due[second] ?? [];
    due[second] = [];
    for (const { person, kind } of arriving) if (isCounted) add(wanted, shardOf(person, shards), world.writes[kind]);
    const rest: Clip[] = [];
    // Whoever edits waits for no queue: what they write, and the pictures of clips that were saved, comes first.
    const besides =
      (editsPerSecond * world.writesByEdit + savedLast * perCall.framesPerClip * world.writesByFrame) / shards;
    savedLast = 0;
    const left = new Array<number>(shards).fill(world.writesPerSecond - besides);
    if (isCounted)
      for (let shard = 0; shard < shards; shard++) {
        add(wanted, shard, besides);
        add(taken, shard, Math.min(besides, world.writesPerSecond));
      }
    let slots = world.stepsAtOnce * scenario.queues;
    let [lacksWrites, lacksSlots] = [false, false];
    const queue = waiting.length === 0 ? arriving : waiting.concat(arriving);
    for (const clip of queue) {
      const shard = shardOf(clip.person, shards);
      const writes = world.writes[clip.kind];
      const fits = (left[shard] ?? 0) >= writes;
      if (!fits || slots <= 0) {
        lacksWrites ||= !fits;
        lacksSlots ||= fits;
        rest.push(clip);
        continue;
      }
      left[shard] = (left[shard] ?? 0) - writes;
      slots -= world.stepSeconds[clip.kind];
      if (isCounted) {
        done[clip.kind]++;
        add(taken, shard, writes);
      }
      if (clip.kind === 'save') savedLast++;
      const now = second + world.stepSeconds[clip.kind];
      if (clip.kind === 'submit') at(now + pollSeconds, { ...clip, kind: 'poll', readyAt: now + takes() });
      else if (clip.kind === 'save') at(now + 1, { ...clip, kind: 'submit' });
      else if (now >= clip.readyAt) at(now, { ...clip, kind: 'save' });
      else at(now + pollSeconds, clip);
    }
    waiting = rest;
    if (!isCounted) continue;
    depths.push(rest.length);
    if (lacksWrites) isBoundByWrites++;
    if (lacksSlots) isBoundBySlots++;
  }
  const counted = seconds - warmUp;
  const perSecond = (count: number): number => count / counted;
  const steps = done.submit + done.poll + done.save;
  const sorted = depths.toSorted((a, b) => a - b);
  const stepsPerSecond = perSecond(steps);
  const framesPerSecond = perSecond(done.save) * perCall.framesPerClip;
  const callsPerSecond = pagePollsPerSecond + newsPerSecond + editsPerSecond + framesPerSecond;
  const rowsReadPerSecond =
    (stepsPerSecond * perCall.rowsReadByStep +
      framesPerSecond * perCall.rowsReadByFrame +
      editsPerSecond * perCall.rowsRead +
      (pagePollsPerSecond + newsPerSecond) * perCall.rowsReadByPoll) /
    shards;
  return {
    depthMedian: sorted[Math.floor(sorted.length / 2)] ?? 0,
    depthMax: sorted.at(-1) ?? 0,
    lateSeconds: (depths.at(-1) ?? 0) / Math.max(1, stepsPerSecond),
    stepsPerSecond,
    messagesPerSecond:
      perSecond(done.poll) * perCall.messagesPerPoll +
      perSecond(done.submit + done.save) * perCall.messagesPerOtherStep +
      framesPerSecond,
    writesWanted: perSecond(Math.max(...wanted)),
    writesTaken: perSecond(Math.max(...taken)),
    providerPollsPerSecond: perSecond(done.poll),
    pagePollsPerSecond,
    r2WritesPerSecond: perSecond(done.save) + framesPerSecond,
    r2MbPerSecond: perSecond(done.save) * world.clipMb,
    clipsPerMinute: perSecond(done.save) * 60,
    rowsReadPerSecond,
    cpu: (callsPerSecond * perCall.cpuMsByCall + (stepsPerSecond + framesPerSecond) * perCall.cpuMsByStep) / 1000,
    wall:
      rowsReadPerSecond > world.rowsReadPerSecond ? 'database reads' : wallOf(isBoundByWrites, isBoundBySlots, counted),
  };
}

function add(counts: number[], index: number, count: number): void {
  counts[index] = (counts[index] ?? 0) + count;
}

/** What held steps up for more than a tenth of the time; now and then is nothing. */
function wallOf(byWrites: number, bySlots: number, seconds: number): 'none' | 'database writes' | 'consumers' {
  if (Math.max(byWrites, bySlots) < seconds / 10) return 'none';
  return byWrites >= bySlots ? 'database writes' : 'consumers';
}

const scenarios: readonly [string, Partial<Scenario>][] = [
  ['10,000 people', { people: 10_000 }],
  ['30,000 people', { people: 30_000 }],
  ['**100,000 people**', {}],
  ['and polls each 15 s', { pollMs: 15_000 }],
  ['and 2 databases', { shards: 2 }],
  ['and 4 databases', { shards: 4 }],
  ['4 databases, polls each 15 s', { shards: 4, pollMs: 15_000 }],
  ['8 databases, polls each 15 s', { shards: 8, pollMs: 15_000 }],
  ['1,000,000 people, 64 databases, polls each 15 s', { people: 1_000_000, shards: 64, pollMs: 15_000, seconds: 450 }],
  ['and a queue for each', { people: 1_000_000, shards: 64, queues: 64, pollMs: 15_000, seconds: 450 }],
];

/** As it stands in docs/costs-on-the-edge.md. */
export function loadTable(): string {
  const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
  const rows = scenarios.map(([name, changed]) => {
    const load = loadOf({ ...usual, ...changed });
    const cells = [
      name,
      `${whole(load.depthMedian)} / ${whole(load.depthMax)}`,
      whole(load.lateSeconds),
      whole(load.messagesPerSecond),
      `${whole(load.writesWanted)} / ${whole(load.writesTaken)}`,
      whole(load.providerPollsPerSecond),
      whole(load.pagePollsPerSecond),
      `${whole(load.r2WritesPerSecond)} / ${whole(load.r2MbPerSecond)}`,
      whole(load.clipsPerMinute),
      whole(load.rowsReadPerSecond),
      load.cpu.toFixed(1),
      load.wall,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| | steps waiting, median / most | late, s | messages/s | writes/s of the busiest database, due / taken | provider polls/s | page polls/s | R2 writes/s / MB/s | clips/min | rows read/s of the busiest database | CPU, s/s | wall |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|',
    ...rows,
  ].join('\n');
}
