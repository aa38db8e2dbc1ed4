/** Lists that many ask for are built once for each change, and read the scenes of no project again that hasn't changed. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Db } from '#edge-api/db/client.ts';
import { STANDARD_RATE_LIMITS } from '#edge-api/services/rate-limit.ts';
import type { Project } from '#shared/entities/project.ts';
import { idea } from './battery/people.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';

const SHOWCASE = '/api/showcase/projects';
const LIST = '/api/user/projects';
const scene = { title: 'One', description: 'It begins.', duration: 8 };

let api: TestApi;
let ada: TestUser;
/** How many projects' scenes were read, by each statement that read some. */
let read: number[];

beforeEach(async () => {
  api = await startTestApi({ rateLimits: { showcase: STANDARD_RATE_LIMITS.showcase } });
  read = [];
  const { execute } = api.deps.db;
  const counted: Db['execute'] = (statement) => {
    if (
      typeof statement !== 'string' &&
      statement.sql.includes('from scenes') &&
      statement.sql.includes('json_each(:ids)')
    )
      read.push(z.array(z.string()).parse(JSON.parse(z.object({ ids: z.string() }).parse(statement.args).ids)).length);
    return execute(statement);
  };
  api.deps.db.execute = counted;
  ada = await api.as('Ada');
});
afterEach(() => api.close());

async function projects(count: number, isPublic: boolean): Promise<Project[]> {
  const made: Project[] = [];
  for (let n = 1; n <= count; n++) {
    api.clock.advance(10);
    const { id } = await ada.json<Project>('/api/projects', { method: 'POST', json: idea(`Movie ${n}`) });
    await ada.json(`/api/projects/${id}/scenes`, { method: 'POST', json: scene });
    made.push(await ada.json(`/api/projects/${id}`, { method: 'PATCH', json: { isPublic } }));
  }
  return made;
}

const titles = async (): Promise<string[]> =>
  z
    .array(z.object({ title: z.string() }))
    .parse(await (await api.fetch(SHOWCASE)).json())
    .map(({ title }) => title);

describe('the showcase', () => {
  test('is built once, however many ask at once and after another', async () => {
    await projects(3, true);
    const replies = await Promise.all(Array.from({ length: 50 }, titles));
    for (let n = 0; n < 50; n++) replies.push(await titles());
    expect(new Set(replies.map((reply) => reply.join()))).toEqual(new Set(['Movie 3,Movie 2,Movie 1']));
    expect(read).toEqual([3]);
  });

  test('is without a project from the moment at which it is made private, and reads what changed alone', async () => {
    const [first, second] = await projects(3, true);
    await titles();
    await ada.json(`/api/projects/${first?.id}`, { method: 'PATCH', json: { isPublic: false } });
    expect(await titles()).toEqual(['Movie 3', 'Movie 2']);
    await ada.json(`/api/projects/${second?.id}`, { method: 'PATCH', json: { title: 'Changed' } });
    expect(await titles()).toEqual(['Movie 3', 'Changed']);
    expect(read).toEqual([3, 1]);
  });

  test('is built for one address so often a minute; what is built already is given to everybody', async () => {
    const [one] = await projects(1, true);
    const path = `${SHOWCASE}/${one?.id}`;
    const { perAddress } = STANDARD_RATE_LIMITS.showcase;
    for (let n = 0; n < (perAddress ?? 0); n++) expect((await api.fetch(path)).status).toBe(200);
    const refused = await api.fetch(path);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    api.clock.advance(60_000);
    await titles();
    for (let n = 0; n < (perAddress ?? 0); n++) await api.fetch(path);
    expect((await api.fetch(SHOWCASE)).status).toBe(200);
  });
});

test('a person’s list reads the scenes of those projects that changed', async () => {
  const made = await projects(4, false);
  const listed = await ada.json<Project[]>(LIST);
  expect(listed.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toReversed());
  await ada.json(LIST);
  await ada.json(`/api/projects/${made[1]?.id}/scenes`, { method: 'POST', json: scene });
  const again = await ada.json<Project[]>(LIST);
  expect(again.map(({ sceneCount }) => sceneCount)).toEqual([1, 1, 2, 1]);
  expect(read).toEqual([4, 1]);
});
