/** What the edge costs in a month: uses of one person, times people, times prices. Every number that isn't arithmetic is an input. */
import { POLL_MS } from '#sync/poll.ts';
import { readConfig } from '#edge-api/config.ts';
import { BLOCK_BYTES } from '#edge-api/public-files.ts';

const { generationPollMs, clipsAtOnce } = readConfig({}, 'embedded');

/** What one person does in a month. Assumed; measure your own. */
export const person = {
  sessions: 8,
  minutesPerSession: 20,
  /** Calls of the API when the app opens. */
  callsToOpen: 12,
  /** Files of the app in a session, which the Worker hands over: a new version is fetched whole, else the service worker has them. */
  assetsPerSession: 8,
  /** Edits that reach the server, in a session. */
  edits: 40,
  /** Asks for news, one a minute while a project is open. */
  newsPerMinute: 1,
  clips: 30,
  clipSeconds: 60,
  clipMb: 6,
  /** Months that a clip stays, on average. */
  keptMonths: 6,
  /** How often a clip is fetched by its owner's browsers, which keep it. */
  fetches: 1.5,
  /** Looks of visitors at published clips, of which the edge's cache answers some. */
  visits: 20,
  /** Files of the app that a visitor's browser doesn't have yet, for each look. */
  assetsPerVisit: 4,
  visitsFromCache: 0.8,
};

/**
 * What calls and steps take. Rows are what a database bills: rows that are looked at, not rows that come back. They are
 * what tests/workerd/rows.test.ts has counted in sqld, rounded up; the rest is assumed.
 */
export const perCall = {
  rowsRead: 16,
  rowsReadByPoll: 12,
  rowsWrittenByEdit: 8,
  stepsBesidePolls: 2,
  /** A poll sends for the next one; other steps also for what else is due, before and after. */
  messagesPerPoll: 1,
  messagesPerOtherStep: 3,
  /** An owner's browser sends two pictures of each clip, and each sends for a turn that finds nothing to do. */
  framesPerClip: 2,
  /** With the turn that it sends for, beside two thousand people with clips in line. */
  rowsReadByFrame: 120,
  rowsWrittenByFrame: 7,
  cpuMsByAsset: 1,
  /** Queues bill a write, a read, and a delete. */
  operationsPerMessage: 3,
  /** Beside two thousand people with clips in line: 27. */
  rowsReadByStep: 40,
  rowsWrittenByStep: 14,
  cpuMsByCall: 5,
  cpuMsByStep: 8,
  databaseMbPerPerson: 0.4,
};

/** In US dollars. `read` says when and where; all of them must be checked before anybody relies on them. */
export const prices = {
  workers: { base: 5, requestsIncluded: 10e6, perMillion: 0.3, cpuMsIncluded: 30e6, cpuPerMillionMs: 0.02 },
  logs: { included: 20e6, perMillion: 0.6 },
  queues: { included: 1e6, perMillion: 0.4 },
  r2: { gbIncluded: 10, perGb: 0.015, classAIncluded: 1e6, classA: 4.5, classBIncluded: 10e6, classB: 0.36 },
  database: {
    base: 24.92,
    readsIncluded: 100e9,
    perBillionRead: 0.8,
    writesIncluded: 100e6,
    perMillionWritten: 0.8,
    gbIncluded: 24,
    perGb: 0.5,
  },
};

export type Month = {
  people: number;
  requests: number;
  steps: number;
  queueOperations: number;
  rowsRead: number;
  rowsWritten: number;
  databaseGb: number;
  storageGb: number;
  egressGb: number;
  classA: number;
  classB: number;
  cpuMs: number;
  logLines: number;
  usd: { workers: number; logs: number; queues: number; r2: number; database: number; all: number };
};

/** @param people who use it in a month */
export function monthOf(people: number): Month {
  // Pages poll while clips are generated, so many at once.
  const generatingSeconds = (person.clips / clipsAtOnce) * person.clipSeconds;
  const pagePolls = generatingSeconds / (POLL_MS / 1000);
  const opened = person.sessions * person.callsToOpen;
  const edits = person.sessions * person.edits;
  const news = person.sessions * person.minutesPerSession * person.newsPerMinute;
  const ownFetches = person.clips * person.fetches;
  const frames = person.clips * perCall.framesPerClip;
  const calls = people * (opened + edits + news + pagePolls + ownFetches + frames + person.visits);
  // The Worker runs for each file of the app, so each is billed.
  const assets = people * (person.sessions * person.assetsPerSession + person.visits * person.assetsPerVisit);
  const requests = calls + assets;
  const polls = people * person.clips * ((person.clipSeconds * 1000) / generationPollMs);
  const otherSteps = people * person.clips * perCall.stepsBesidePolls;
  const steps = polls + otherSteps;
  const emptyTurns = people * frames;
  const messages = polls * perCall.messagesPerPoll + otherSteps * perCall.messagesPerOtherStep + emptyTurns;
  const queueOperations = messages * perCall.operationsPerMessage;
  const rowsRead =
    people *
      ((opened + edits + ownFetches + person.visits * (1 - person.visitsFromCache)) * perCall.rowsRead +
        (news + pagePolls) * perCall.rowsReadByPoll +
        frames * perCall.rowsReadByFrame) +
    steps * perCall.rowsReadByStep;
  const rowsWritten =
    people * (edits * perCall.rowsWrittenByEdit + frames * perCall.rowsWrittenByFrame) +
    steps * perCall.rowsWrittenByStep;
  const databaseGb = (people * perCall.databaseMbPerPerson) / 1000;
  const storageGb = (people * person.clips * person.clipMb * person.keptMonths) / 1000;
  const egressGb = (people * (ownFetches + person.visits) * person.clipMb) / 1000;
  // A clip and its two pictures.
  const classA = people * (person.clips + frames);
  // An owner's browser takes a clip whole, the edge's cache in blocks; its poster is one more.
  const blocks = Math.ceil((person.clipMb * 1_000_000) / BLOCK_BYTES);
  const classB = people * (ownFetches * 2 + person.visits * (1 - person.visitsFromCache) * (blocks + 1));
  const cpuMs =
    calls * perCall.cpuMsByCall + assets * perCall.cpuMsByAsset + (steps + emptyTurns) * perCall.cpuMsByStep;
  // Successful reads aren't logged, nor are turns (middleware/request-id.ts).
  const logLines = people * (edits + frames);
  const over = (used: number, included: number): number => Math.max(0, used - included);
  const { workers, logs, queues, r2, database } = prices;
  const usd = {
    workers:
      workers.base +
      // A message that is consumed is no request; its CPU time counts.
      (over(requests, workers.requestsIncluded) / 1e6) * workers.perMillion +
      (over(cpuMs, workers.cpuMsIncluded) / 1e6) * workers.cpuPerMillionMs,
    logs: (over(logLines, logs.included) / 1e6) * logs.perMillion,
    queues: (over(queueOperations, queues.included) / 1e6) * queues.perMillion,
    r2:
      over(storageGb, r2.gbIncluded) * r2.perGb +
      (over(classA, r2.classAIncluded) / 1e6) * r2.classA +
      (over(classB, r2.classBIncluded) / 1e6) * r2.classB,
    database:
      database.base +
      (over(rowsRead, database.readsIncluded) / 1e9) * database.perBillionRead +
      (over(rowsWritten, database.writesIncluded) / 1e6) * database.perMillionWritten +
      over(databaseGb, database.gbIncluded) * database.perGb,
  };
  return {
    people,
    requests,
    steps,
    queueOperations,
    rowsRead,
    rowsWritten,
    databaseGb,
    storageGb,
    egressGb,
    classA,
    classB,
    cpuMs,
    logLines,
    usd: { ...usd, all: usd.workers + usd.logs + usd.queues + usd.r2 + usd.database },
  };
}

const round = (value: number): string =>
  value >= 1e9
    ? `${(value / 1e9).toPrecision(3)} billion`
    : value >= 1e6
      ? `${(value / 1e6).toPrecision(3)} million`
      : value < 10
        ? value.toPrecision(1)
        : Math.round(value).toLocaleString('en-US');
const usd = (value: number): string => `$${Math.round(value).toLocaleString('en-US')}`;

const lines: readonly [string, (month: Month) => string][] = [
  ['Requests of the Worker', ({ requests }) => round(requests)],
  ['Steps of jobs', ({ steps }) => round(steps)],
  ['Operations of the queue', ({ queueOperations }) => round(queueOperations)],
  ['CPU seconds', ({ cpuMs }) => round(cpuMs / 1000)],
  ['Lines of the log', ({ logLines }) => round(logLines)],
  ['Rows read', ({ rowsRead }) => round(rowsRead)],
  ['Rows written', ({ rowsWritten }) => round(rowsWritten)],
  ['Database, GB', ({ databaseGb }) => round(databaseGb)],
  ['R2, GB', ({ storageGb }) => round(storageGb)],
  ['R2 writes', ({ classA }) => round(classA)],
  ['R2 reads', ({ classB }) => round(classB)],
  ['Egress, GB (free)', ({ egressGb }) => round(egressGb)],
  ['**Workers**', ({ usd: { workers } }) => usd(workers)],
  ['**Logs**', ({ usd: { logs } }) => usd(logs)],
  ['**Queues**', ({ usd: { queues } }) => usd(queues)],
  ['**R2**', ({ usd: { r2 } }) => usd(r2)],
  ['**Database**', ({ usd: { database } }) => usd(database)],
  ['**A month**', ({ usd: { all } }) => usd(all)],
  ['**For each person**', ({ usd: { all }, people }) => `$${(all / people).toPrecision(2)}`],
];

/** As it stands in docs/costs-on-the-edge.md. */
export function costTable(sizes: readonly number[] = [10, 1_000, 100_000, 1_000_000]): string {
  const months = sizes.map(monthOf);
  return [
    `| a month | ${months.map(({ people }) => `${people.toLocaleString('en-US')} people`).join(' | ')} |`,
    `|---|${months.map(() => '---:').join('|')}|`,
    ...lines.map(([name, show]) => `| ${name} | ${months.map(show).join(' | ')} |`),
  ].join('\n');
}
