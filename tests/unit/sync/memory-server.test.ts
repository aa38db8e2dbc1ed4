/**
 * The memory server against the API itself. Tests of sync believe the memory server, so whatever they may send is sent to both
 * here, and both must answer the same and hold the same afterwards: each change, aimed at what is there, at what was deleted
 * and at what never was; with no version, the right one or an old one; once, again under its key, or under a used one.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#api/errors.ts';
import type { Outgoing, Reading } from '#sync/sync-deps.ts';
import { projectSchema } from '#shared/entities/project.ts';
import { sceneSchema } from '#shared/entities/scene.ts';
import { startTestApi, type TestApi } from '#tests/api/harness.ts';
import { idea } from '#tests/helpers/rows.ts';
import { MemoryServer } from './memory-server.ts';
import { realDevice, type RealDevice } from './real-device.ts';

/** What both servers offer to a device. */
type Server = {
  call(outgoing: Outgoing): Promise<unknown>;
  read(path: string, known: string | null): Promise<Pick<Reading, 'body' | 'tag'> | null>;
};

let api: TestApi;
let real: RealDevice;
beforeAll(async () => {
  api = await startTestApi();
  real = await realDevice(await api.as('Ines'), 1);
});
afterAll(async () => {
  await real.close();
  await api.close();
});

const id = (last: number): string => `01900000-0000-7000-8000-${String(last).padStart(12, '0')}`;
/** Ids are the whole API's: each case has a hundred of its own. */
function idsOf(place: number) {
  const at = (offset: number): string => id(place * 100 + offset);
  return { project: at(1), first: at(11), second: at(12), deleted: at(13), fresh: at(21), unknown: at(31) };
}
type Ids = ReturnType<typeof idsOf>;

type Request = { method: Outgoing['method']; path: string; body: object | null };
type Change = {
  what: string;
  request(ids: Ids): Request;
  /** Which version a change of this kind names: its project's or its scene's; null where it names none. */
  versionOf: 'project' | 'scene' | null;
};

const written = (title: string) => ({ title, description: `${title}.`, duration: 8 });
const inOrder = (...ids: string[]) => ({
  scenes: ids.map((sceneId, index) => ({
    id: sceneId,
    sceneNumber: index + 1,
    isExtension: false,
    parentSceneId: null,
    extensionIndex: null,
  })),
});

const create = (body: object): Request => ({ method: 'POST', path: '/api/projects', body });
const onProject = (method: 'PATCH' | 'DELETE', project: string, body: object | null): Request => ({
  ...{ method, path: `/api/projects/${project}`, body },
});
const add = (project: string, scene: string, title = 'Four'): Request => ({
  ...{ method: 'POST', path: `/api/projects/${project}/scenes`, body: { id: scene, ...written(title) } },
});
const reorder = (project: string, ...ids: string[]): Request => ({
  ...{ method: 'POST', path: `/api/projects/${project}/reorder-scenes`, body: inOrder(...ids) },
});
const edit = (scene: string, body: object): Request => ({ method: 'PATCH', path: `/api/scenes/${scene}`, body });
const remove = (scene: string): Request => ({ method: 'DELETE', path: `/api/scenes/${scene}`, body: null });
const restore = (scene: string): Request => ({ method: 'POST', path: `/api/scenes/${scene}/restore`, body: {} });

/** By the version that each names: none, its project's, or its scene's. */
const kinds: readonly [Change['versionOf'], Record<string, Change['request']>][] = [
  [
    null,
    {
      'a project is created': ({ fresh }) => create({ ...idea, id: fresh }),
      'a project is created under a used id': ({ project }) => create({ ...idea, id: project }),
      'a project without genres is created': ({ fresh }) => create({ ...idea, id: fresh, genres: [] }),
    },
  ],
  [
    'project',
    {
      'a project is renamed': ({ project }) => onProject('PATCH', project, { title: 'Tower' }),
      'nothing of a project is changed': ({ project }) => onProject('PATCH', project, {}),
      'an unknown project is renamed': ({ unknown }) => onProject('PATCH', unknown, { title: 'Tower' }),
      'a project is deleted': ({ project }) => onProject('DELETE', project, null),
      'an unknown project is deleted': ({ unknown }) => onProject('DELETE', unknown, null),
      'a scene is added': ({ project, fresh }) => add(project, fresh),
      'a scene is added under a used id': ({ project, first }) => add(project, first),
      'a scene is added under a deleted one’s id': ({ project, deleted }) => add(project, deleted),
      'a scene without words is added': ({ project, fresh }) => add(project, fresh, ' '),
      'a scene is added to an unknown project': ({ unknown, fresh }) => add(unknown, fresh),
      'scenes are put in order': ({ project, first, second }) => reorder(project, second, first),
      'an order names a deleted scene': ({ project, first, deleted }) => reorder(project, deleted, first),
      'an order names a scene twice': ({ project, first, second }) => reorder(project, second, first, second),
      'an order names one of the scenes': ({ project, second }) => reorder(project, second),
      'a scene is deleted': ({ first }) => remove(first),
      'a deleted scene is deleted': ({ deleted }) => remove(deleted),
      'an unknown scene is deleted': ({ unknown }) => remove(unknown),
      'a deleted scene is restored': ({ deleted }) => restore(deleted),
      'a scene that is there is restored': ({ first }) => restore(first),
      'an unknown scene is restored': ({ unknown }) => restore(unknown),
    },
  ],
  [
    'scene',
    {
      'a scene is edited': ({ first }) => edit(first, { title: 'Uno', trimStart: 1, trimEnd: 4 }),
      'a scene’s trim is the wrong way round': ({ first }) => edit(first, { trimStart: 4, trimEnd: 1 }),
      'a deleted scene is edited': ({ deleted }) => edit(deleted, { title: 'Tre' }),
      'an unknown scene is edited': ({ unknown }) => edit(unknown, { title: 'Tre' }),
    },
  ],
];
const changes: readonly Change[] = kinds.flatMap(([versionOf, requests]) =>
  Object.entries(requests).map(([what, request]) => ({ what, versionOf, request })),
);

/** Of the project and of its first scene, once all is set up. */
const VERSIONS = { project: 5, scene: 2 };
const matches = ['no version', 'the version', 'an old version'] as const;
const sendings = ['once', 'twice under one key', 'under a key of another change'] as const;
type Case = { place: number; change: Change; match: (typeof matches)[number]; sending: (typeof sendings)[number] };

const cases: Case[] = changes
  .flatMap((change) => (change.versionOf === null ? matches.slice(0, 1) : matches).map((match) => ({ change, match })))
  .flatMap(({ change, match }) => {
    // Without a version one sending is enough: the others send it with one.
    const isOnce = match === 'no version' && change.versionOf !== null;
    return (isOnce ? sendings.slice(0, 1) : sendings).map((sending) => ({ change, match, sending }));
  })
  .map((one, place) => ({ ...one, place }));

function outgoing({ method, path, body }: Request, headers: Record<string, string> = {}): Outgoing {
  const json = body === null ? null : JSON.stringify(body);
  return {
    method,
    path,
    body: json,
    headers: { ...headers, ...(json !== null && { 'Content-Type': 'application/json' }) },
  };
}

/** A project with a scene that was edited, one that was deleted, and one more. */
async function setUp(server: Server, ids: Ids): Promise<void> {
  await server.call(outgoing(create({ ...idea, id: ids.project })));
  for (const [key, title] of [
    ['first', 'One'],
    ['deleted', 'Two'],
    ['second', 'Three'],
  ] as const)
    await server.call(outgoing(add(ids.project, ids[key], title)));
  await server.call(outgoing(edit(ids.first, { title: 'Act one' })));
  await server.call(outgoing(remove(ids.deleted)));
}

const projectShape = projectSchema.pick({ id: true, title: true, description: true, genres: true, version: true });
const sceneShape = sceneSchema.pick({
  ...({ id: true, sceneNumber: true, title: true, description: true } as const),
  ...({ duration: true, trimStart: true, trimEnd: true, version: true } as const),
});
/** What the memory server knows of a reply. */
const replyShape = z.union([
  z.object({ project: projectShape, scenes: z.array(sceneShape) }),
  sceneShape,
  projectShape,
  z.array(sceneShape),
  z.null(),
]);

/** What came back, or how it was refused. */
async function answerTo(asking: Promise<unknown>): Promise<unknown> {
  try {
    return replyShape.parse(await asking);
  } catch (error) {
    if (!(error instanceof ApiError) || error.body === null) throw error;
    const { code, current } = error.body;
    return { status: error.status, code, current: current === undefined ? null : replyShape.parse(current) };
  }
}

/** All that a device can see of it, from the first request to what is there in the end. */
async function play(server: Server, { place, change, match, sending }: Case): Promise<unknown> {
  const ids = idsOf(place);
  await setUp(server, ids);
  const before = await server.read(`/api/projects/${ids.project}/scenes`, null);
  const headers: Record<string, string> = {};
  if (match !== 'no version' && change.versionOf !== null)
    headers['If-Match'] = `"${VERSIONS[change.versionOf] - (match === 'the version' ? 0 : 1)}"`;
  if (sending !== 'once') headers['Idempotency-Key'] = `key-of-case-${place}`;
  const answers: unknown[] = [];
  if (sending === 'under a key of another change') {
    const other = add(ids.project, id(place * 100 + 41), 'Before');
    answers.push(await answerTo(server.call(outgoing(other, { 'Idempotency-Key': `key-of-case-${place}` }))));
  }
  const request = outgoing(change.request(ids), headers);
  answers.push(await answerTo(server.call(request)));
  if (sending === 'twice under one key') answers.push(await answerTo(server.call(request)));
  const left: unknown[] = [];
  for (const [path, known] of [
    [`/api/projects/${ids.project}/scenes`, before?.tag ?? null],
    [`/api/projects/${ids.project}`, null],
    [`/api/projects/${ids.fresh}`, null],
  ] as const) {
    left.push(await look(server, path, known));
  }
  return { answers, left };
}

async function look(server: Server, path: string, known: string | null): Promise<unknown> {
  try {
    const reading = await server.read(path, known);
    return reading === null ? 'as before' : replyShape.parse(reading.body);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'nothing';
    throw error;
  }
}

test.each(cases)('$change.what, with $match, $sending', async (one) => {
  expect(await play(new MemoryServer('ines'), one)).toEqual(await play(real, one));
});
