/** What is asked for again and again carries a tag that moves with everything that it shows, within one millisecond too. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { limits } from '#shared/limits.ts';
import type { Project } from '#shared/entities/project.ts';
import type { ProjectAndScenes } from '#shared/api/projects.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject, addScene } from './new-project.ts';

let api: TestApi;
let ada: TestUser;
let project: Project;
let sceneId: string;

beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
  project = await newProject(ada);
  const { scenes } = await addScene(ada, project.id);
  sceneId = scenes[0]?.id ?? '';
});
afterEach(() => api.close());

const LIST = '/api/user/projects';
const SHOWCASE = '/api/showcase/projects';
const own = (): string[] => [LIST, `/api/projects/${project.id}`, `/api/projects/${project.id}/scenes`];
const shown = (): string[] => [SHOWCASE, `${SHOWCASE}/${project.id}`];

/** Which of some paths answer anew to who has what they answered before something happened. */
async function movedBy(paths: readonly string[], work: () => Promise<unknown>): Promise<string[]> {
  const tags = new Map<string, string>();
  for (const path of paths) tags.set(path, (await ada.fetch(path)).headers.get('etag') ?? 'none');
  await work();
  const moved: string[] = [];
  for (const [path, tag] of tags)
    if ((await ada.fetch(path, { headers: { 'If-None-Match': tag } })).status !== 304) moved.push(path);
  return moved;
}

/** The columns that a table has, but for its key and the counters themselves. */
async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await api.db.execute(`select name from pragma_table_info('${table}')`);
  return rows
    .map((row) => z.object({ name: z.string() }).parse(row).name)
    .filter((name) => !['id', 'project_id', 'user_id', 'revision'].includes(name));
}

describe('a person’s project', () => {
  const words = { title: 'Two', description: 'It goes on.' };

  test.each(['projects', 'scenes'])('is new to its owner after a write to any column of its %s', async (table) => {
    const columns = await columnsOf(table);
    expect(columns.length).toBeGreaterThan(15);
    for (const column of columns) {
      const write = () => api.db.execute(`update ${table} set ${column} = ${column}`);
      expect([column, await movedBy(own(), write)]).toEqual([column, own()]);
    }
  });

  test.each([
    [
      'a new scene',
      () => ({ path: `/api/projects/${project.id}/scenes`, method: 'POST', json: { ...words, duration: 8 } }),
    ],
    ['a deleted scene', () => ({ path: `/api/scenes/${sceneId}`, method: 'DELETE' })],
    ['an edited scene', () => ({ path: `/api/scenes/${sceneId}`, method: 'PATCH', json: { title: 'Two' } })],
    ['an edit', () => ({ path: `/api/projects/${project.id}`, method: 'PATCH', json: { title: 'The Harbour' } })],
  ])('is new to its owner after %s', async (_, callOf) => {
    const { path, ...init } = callOf();
    expect(await movedBy(own(), () => ada.json(path, init))).toEqual(own());
  });

  test('is new to its owner after a row of it was removed for good', async () => {
    expect(await movedBy(own(), () => api.db.execute('delete from scenes'))).toEqual(own());
    expect(await movedBy([LIST], () => api.db.execute('delete from projects'))).toEqual([LIST]);
  });

  test('stays as it is whatever others do', async () => {
    const bob = await api.as('Bob');
    const work = async () => {
      const other = await newProject(bob);
      await bob.json(`/api/projects/${other.id}`, { method: 'PATCH', json: { isPublic: true } });
    };
    expect(await movedBy(own(), work)).toEqual([]);
    const more = () => newProject(ada);
    expect(await movedBy(own(), more)).toEqual([LIST]);
  });

  test('has one tag with its scenes, so that asking for one of them is enough', async () => {
    const [, projectPath = '', scenesPath = ''] = own();
    const tag = (await ada.fetch(projectPath)).headers.get('etag');
    expect((await ada.fetch(scenesPath)).headers.get('etag')).toBe(tag);
    const other = await newProject(ada);
    expect((await ada.fetch(`/api/projects/${other.id}`)).headers.get('etag')).not.toBe(tag);
  });
});

test('what a client has is not sent again, under a tag that tells nothing to whom the rows are not', async () => {
  const bob = await api.as('Bob');
  for (const path of own()) {
    const first = await ada.fetch(path);
    const tag = first.headers.get('etag') ?? '';
    expect([path, tag]).toEqual([path, expect.stringMatching(/^"[0-9a-f]{64}"$/)]);
    // No cache on the way may keep a person's rows.
    expect(first.headers.get('cache-control')).toBe('no-store');
    for (const kept of [tag, `"other", W/${tag}`]) {
      const again = await ada.fetch(path, { headers: { 'If-None-Match': kept } });
      expect([path, again.status, await again.text(), again.headers.get('etag')]).toEqual([path, 304, '', tag]);
      expect(again.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
    const headers = { 'If-None-Match': tag };
    expect((await bob.fetch(path, { headers })).status).toBe(path === LIST ? 200 : 404);
    expect((await api.fetch(path, { headers })).status).toBe(401);
  }
});

describe('the showcase', () => {
  const publish = (isPublic: boolean) =>
    ada.json(`/api/projects/${project.id}`, { method: 'PATCH', json: { isPublic } });

  test('is new after a change of what it shows, and of who made it', async () => {
    expect(await movedBy([SHOWCASE], () => publish(true))).toEqual([SHOWCASE]);
    const edits = [
      () => ada.json(`/api/scenes/${sceneId}`, { method: 'PATCH', json: { title: 'Two' } }),
      () => api.db.execute('update scenes set thumbnail_url = null'),
      () => api.db.execute(`update users set first_name = 'Augusta'`),
      () => api.db.execute(`update users set profile_image_url = 'https://avatars.githubusercontent.com/u/1'`),
    ];
    for (const edit of edits) expect([edit, await movedBy(shown(), edit)]).toEqual([edit, shown()]);
    expect(await movedBy(shown(), () => publish(false))).toEqual(shown());
  });

  test('is new without a project that was deleted', async () => {
    await publish(true);
    expect(await movedBy([SHOWCASE], () => ada.fetch(`/api/projects/${project.id}`, { method: 'DELETE' }))).toEqual([
      SHOWCASE,
    ]);
  });

  test('stays as it is when something private changes, or a person signs in again', async () => {
    const work = async () => {
      await ada.json(`/api/scenes/${sceneId}`, { method: 'PATCH', json: { title: 'Two' } });
      await api.as('Ada');
    };
    expect(await movedBy([SHOWCASE], work)).toEqual([]);
  });
});

describe('the list of a person’s projects', () => {
  const copies = (count: number) =>
    api.db.execute({
      sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < :count)
        insert into projects (id, user_id, title, description, genres, target_length, model, aspect_ratio, created_at_ms, updated_at_ms)
        select printf('01890000-0000-7000-8000-%012d', i), user_id, 'Copy ' || i, description, genres, target_length, model,
          aspect_ratio, i / 2, i from projects, n where id = :id`,
      args: { count, id: project.id },
    });

  test('comes in pages that lead from one to the next, each project on one', async () => {
    const total = 2 * limits.projectsPage + 1;
    await copies(total - 1);
    const titles: string[] = [];
    const sizes: number[] = [];
    let path: string | undefined = LIST;
    while (path !== undefined) {
      const reply: Response = await ada.fetch(path);
      const page = z.array(z.object({ title: z.string() })).parse(await reply.json());
      titles.push(...page.map(({ title }) => title));
      sizes.push(page.length);
      path = /^<(.+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1];
    }
    expect(sizes).toEqual([limits.projectsPage, limits.projectsPage, 1]);
    expect(titles).toEqual([project.title, ...Array.from({ length: total - 1 }, (_, n) => `Copy ${total - 1 - n}`)]);
  });

  test.each(['', 'x', '1_x', `${'9'.repeat(16)}_01890000-0000-7000-8000-000000000001`])(
    'refuses “%s” as the place of a page',
    async (after) => {
      expect((await ada.fetch(`${LIST}?after=${after}`)).status).toBe(422);
    },
  );

  test('says of a project what its own page says', async () => {
    await api.db.execute(
      `update scenes set trim_start = 0.1, trim_end = 7.3, status = 'failed', thumbnail_url = '/poster'`,
    );
    const [listed] = await ada.json<Project[]>(LIST);
    const { project: whole } = await ada.json<ProjectAndScenes>(`/api/scenes/${sceneId}/restore`, { method: 'POST' });
    expect(listed).toMatchObject({ status: 'failed', sceneCount: 1, totalDuration: 7.2, posterUrl: '/poster' });
    expect(listed).toEqual(await ada.json(`/api/projects/${project.id}`));
    expect(listed).toEqual(whole);
  });
});
