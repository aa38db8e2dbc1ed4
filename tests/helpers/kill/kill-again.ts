/** Servers that are started and killed at random moments while they generate scenes, and what must hold afterwards. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Scene } from '#shared/entities/scene.ts';
import type { ServerProcess } from './server-process.ts';
import { untilIdle, type Person, type Stage } from './stage.ts';

export type Killing = {
  /** Kills in all. */
  kills: number;
  /** Processes that work on the folder at once, each killed by itself. */
  processes: number;
  script: string;
  random: () => number;
  /** Whether each scene is asked for by a call of its own, and that twice under one key; and is then extended the same way. */
  isOneByOne?: boolean;
};

/** A project whose clips were asked for. */
export type Asked = { person: Person; projectId: string };

const PEOPLE = 3;
const SCENES_A_PROJECT = 12;
/** So many calls that nobody is asked to wait a moment. */
const SCENES_ONE_BY_ONE = 4;
/** In one life. */
const EXTENSIONS_AT_ONCE = 4;
/** The only length that can be extended. */
const EXTENDABLE_SECONDS = 8;
/** More is asked for when less than this is left to do, so that no kill finds a server at rest. */
const FEW_SCENES = 16;
/**
 * How long a server is let live once it is ready, in times of what the last one took to be ready: about as long as a few
 * clips take. A busy machine has longer lives in which as much happens.
 */
const LONGEST_LIFE = 1.5;
/** One in so many is killed before it is ready. */
const KILLED_EARLY = 5;

/** Has scenes generated while the servers are killed, then lets one server finish. @returns all scenes, by their marks */
export async function killAgainAndAgain(stage: Stage, killing: Killing): Promise<Map<string, Scene>> {
  const first = stage.start(killing.script);
  const pace: Pace = { startMs: await timed(first.ready), extended: new Set() };
  const projects = await askForMore(stage, await first.ready, [], killing);
  await first.end('SIGKILL');
  await stage.endLeases(first);
  let left = killing.kills - 1;
  const takeTurns = async (): Promise<void> => {
    while (left-- > 0) projects.push(...(await liveAndDie({ stage, killing, pace }, projects)));
  };
  await Promise.all(Array.from({ length: killing.processes }, takeTurns));
  return finish(stage, killing, projects);
}

/** What a server took to be ready, the last time, and the scenes that an extension was asked for. */
type Pace = { startMs: number; extended: Set<string> };
type Circumstances = { stage: Stage; killing: Killing; pace: Pace };

/** The life of one process. @returns projects that were begun in it */
async function liveAndDie({ stage, killing, pace }: Circumstances, projects: readonly Asked[]): Promise<Asked[]> {
  const server = stage.start(killing.script);
  const isEarly = killing.random() < 1 / KILLED_EARLY;
  if (!isEarly) pace.startMs = await timed(server.ready);
  const begun =
    !isEarly && (await isNearlyDone(stage)) ? await askForMore(stage, await server.ready, projects, killing) : [];
  if (!isEarly && killing.isOneByOne === true) await extendSome(stage, await server.ready, projects, pace.extended);
  await pause(killing.random() * pace.startMs * (isEarly ? 1 : LONGEST_LIFE));
  await server.end('SIGKILL');
  await stage.endLeases(server);
  return begun;
}

/** How long something is waited for, in milliseconds. */
async function timed(wait: Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await wait;
  return performance.now() - startMs;
}

async function isNearlyDone(stage: Stage): Promise<boolean> {
  const [row] = await stage.rows(`select count(*) as queued from jobs where state in ('queued', 'backing_off')`);
  return Number(row?.['queued']) < FEW_SCENES;
}

/** A new project for each person, its clips asked for. */
export async function askForMore(
  stage: Stage,
  url: string,
  projects: readonly Asked[],
  { isOneByOne }: Pick<Killing, 'isOneByOne'>,
): Promise<Asked[]> {
  const people = new Set(projects.map(({ person }) => person));
  for (let index = people.size; index < PEOPLE; index++) people.add(await stage.person(url, `person-${index}`));
  return Promise.all(
    [...people].map(async (person) => {
      const project = crypto.randomUUID().slice(0, 8);
      const marks = Array.from(
        { length: isOneByOne === true ? SCENES_ONE_BY_ONE : SCENES_A_PROJECT },
        (_, scene) => `mark-${project}-${scene}.`,
      );
      const projectId = await person.addScenes(url, marks, isOneByOne === true ? EXTENDABLE_SECONDS : undefined);
      if (isOneByOne === true) await askOneByOne(person, url, projectId);
      else await person.call(url, 'POST', `/api/projects/${projectId}/generate-videos`);
      return { person, projectId };
    }),
  );
}

/** As a page does whose answers are lost: the same call once more, under the same key. */
async function askOneByOne(person: Person, url: string, projectId: string): Promise<void> {
  for (const { id } of await person.scenes(url, projectId)) await askTwice(person, url, `/api/scenes/${id}/generate`);
}

async function askTwice(person: Person, url: string, path: string): Promise<void> {
  const key = crypto.randomUUID();
  const ask = () => person.call(url, 'POST', path, {}, key);
  await ask();
  await ask();
}

/** Extends some scenes that have their clips, each once in its life. */
async function extendSome(stage: Stage, url: string, projects: readonly Asked[], extended: Set<string>): Promise<void> {
  const complete = await stage.rows(
    `select id, project_id as projectId from scenes where status = 'complete' and is_extension = 0`,
  );
  const wanted = complete.filter(({ id }) => !extended.has(String(id))).slice(0, EXTENSIONS_AT_ONCE);
  for (const { id } of wanted) extended.add(String(id));
  for (const { id, projectId } of wanted) {
    const person = projects.find((project) => project.projectId === projectId)?.person;
    if (person) await askTwice(person, url, `/api/scenes/${String(id)}/extend`);
  }
}

async function finish(stage: Stage, killing: Killing, projects: readonly Asked[]): Promise<Map<string, Scene>> {
  const last = stage.start(killing.script);
  try {
    const url = await last.ready;
    await untilIdle(stage);
    return await scenesByMark(url, projects);
  } finally {
    await endQuietly(last);
  }
}

/** All scenes by their marks. Those that are complete have whole clips. */
export async function scenesByMark(url: string, projects: readonly Asked[]): Promise<Map<string, Scene>> {
  const found = new Map<string, Scene>();
  // One after the other: all at once would be more connections than one address may have.
  for (const { person, projectId } of projects) {
    const scenes = await person.scenes(url, projectId);
    await requireWholeClips(url, person, scenes);
    for (const scene of scenes) found.set(markOf(scene), scene);
  }
  return found;
}

async function requireWholeClips(url: string, person: Person, scenes: readonly Scene[]): Promise<void> {
  for (const scene of scenes.filter(({ status }) => status === 'complete'))
    expect([scene.description, await person.clipHash(url, scene)]).toEqual([scene.description, scene.sha256]);
}

async function endQuietly(server: ServerProcess): Promise<void> {
  expect(await server.end('SIGTERM')).toBe(0);
}

/** The mark by which a scene is known again in what is sent for it; empty where there is none. */
function markIn(text: string): string {
  return /mark-[0-9a-f]+-\d+\./.exec(text)?.[0] ?? '';
}

/** The mark of a scene, or of its extension, which has its words. */
export function markOf({ description, extensionIndex }: Pick<Scene, 'description' | 'extensionIndex'>): string {
  return markIn(description) + extensionMark(extensionIndex !== null);
}

function extensionMark(isExtension: boolean): string {
  return isExtension ? ' extended' : '';
}

/** How often clips were asked for, by the marks in their prompts. What the model accepts, it charges. */
export function postsByMark(stage: Stage): Map<string, number> {
  const posts = new Map<string, number>();
  for (const { operation, body } of stage.gemini.requests) {
    const text = operation === 'interactions.create' ? JSON.stringify(body) : '';
    if (markIn(text) === '') continue;
    const mark = markIn(text) + extensionMark(text.includes('"previous_interaction_id"'));
    posts.set(mark, (posts.get(mark) ?? 0) + 1);
  }
  return posts;
}

/**
 * Nothing is lost and nothing is paid for twice: each scene is complete and was sent once, or says that its answer was
 * lost and was sent at most once. @returns how many of each there are
 */
export async function requireNothingPaidTwice(
  stage: Stage,
  scenes: ReadonlyMap<string, Scene>,
): Promise<{ complete: number; lost: number }> {
  const posts = postsByMark(stage);
  const complete = [...scenes].filter(([, scene]) => scene.status === 'complete');
  const lost = [...scenes].filter(([, scene]) => scene.status === 'failed');
  expect(complete.length + lost.length).toBe(scenes.size);
  expect(complete.filter(([mark]) => posts.get(mark) !== 1).map(([mark]) => [mark, posts.get(mark)])).toEqual([]);
  expect(lost.filter(([mark]) => (posts.get(mark) ?? 0) > 1).map(([mark]) => [mark, posts.get(mark)])).toEqual([]);
  for (const [, { answerLost, errorMessage }] of lost)
    expect({ answerLost, errorMessage }).toEqual({
      answerLost: true,
      errorMessage: expect.stringContaining('its answer was lost'),
    });
  await requireLedger(stage, { settled: complete.length, open: lost.length });
  expect(await stage.rows('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(await stage.rows(`select id from jobs where lease_by is not null`)).toEqual([]);
  return { complete: complete.length, lost: lost.length };
}

/** Every clip that is here was settled; what nobody knows the end of stays reserved, and counts. */
async function requireLedger(stage: Stage, wanted: { settled: number; open: number }): Promise<void> {
  const ended = `select 1 from ledger e where e.job_id = l.job_id and e.attempt = l.attempt and e.entry <> 'reserve'`;
  const [row] = await stage.rows(
    `select coalesce(sum(exists (${ended})), 0) as settled, coalesce(sum(not exists (${ended})), 0) as open
      from ledger l where entry = 'reserve'`,
  );
  expect(row).toEqual(wanted);
}
