/** Many different changes of one row or one project at once: each is applied, or refused by a code of its own. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { standInLine, waitForLine } from '#edge-api/services/change-line.ts';
import type { Project } from '#shared/entities/project.ts';
import { sceneSchema, type Scene } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import { refusal, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { addScene, newProject } from './new-project.ts';

const AT_ONCE = 200;

let api: TestApi;
let ada: TestUser;
let project: Project;

beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
  project = await newProject(ada);
});
afterEach(() => api.close());

const tryToAdd = (n: number, headers: Record<string, string> = {}) =>
  ada.fetch(`/api/projects/${project.id}/scenes`, {
    method: 'POST',
    headers,
    json: { title: `Scene ${n}`, description: 'A scene.', duration: 8 },
  });

async function firstScene(): Promise<Scene> {
  const { scenes } = await addScene(ada, project.id);
  return sceneSchema.parse(scenes[0]);
}

const rowOf = async (rows: string): Promise<Scene | Project> => (rows === 'scenes' ? firstScene() : project);

const atOnce = <Answer>(count: number, send: (n: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => send(n)));

const codeOf = async (reply: Response): Promise<string> => (reply.ok ? 'done' : (await reply.json()).code);

describe('many changes at once', () => {
  test.each(['scenes', 'projects'])('of one row of %s are all applied, one after the other', async (rows) => {
    const { id, version } = await rowOf(rows);
    const answers = await atOnce(AT_ONCE, async (n) => {
      const headers = { 'Idempotency-Key': `title-${n}` };
      const reply = await ada.fetch(`/api/${rows}/${id}`, { method: 'PATCH', headers, json: { title: `Title ${n}` } });
      const row: Scene | Project = await reply.json();
      return { status: reply.status, title: row.title, version: row.version };
    });
    expect(answers.map(({ status, title }) => [status, title])).toEqual(answers.map((_, n) => [200, `Title ${n}`]));
    const versions = answers.map((answer) => answer.version).toSorted((a, b) => a - b);
    expect(versions).toEqual(answers.map((_, n) => version + 1 + n));
  });

  test.each(['scenes', 'projects'])('of one seen version of a row of %s let one through', async (rows) => {
    const { id, version } = await rowOf(rows);
    const headers = { 'If-Match': String(version) };
    const codes = await atOnce(AT_ONCE, async (n) =>
      codeOf(await ada.fetch(`/api/${rows}/${id}`, { method: 'PATCH', headers, json: { title: `Title ${n}` } })),
    );
    expect(codes.toSorted()).toEqual(['done', ...Array<string>(AT_ONCE - 1).fill('version_conflict')]);
  });

  test('fill a project with scenes up to its limit', async () => {
    const codes = await atOnce(AT_ONCE, async (n) => codeOf(await tryToAdd(n, { 'Idempotency-Key': `add-${n}` })));
    expect(codes.toSorted()).toEqual([
      ...Array<string>(limits.scenesPerProject).fill('done'),
      ...Array<string>(AT_ONCE - limits.scenesPerProject).fill('invalid_input'),
    ]);
    const scenes = await ada.json<Scene[]>(`/api/projects/${project.id}/scenes`);
    expect(scenes.map(({ sceneNumber }) => sceneNumber)).toEqual(scenes.map((_, n) => n + 1));
    expect((await refusal(await tryToAdd(0)))[2]).toBe('A project can have up to 150 scenes.');
  });

  test('cost a few statements each, however many there are', async () => {
    const { id } = await firstScene();
    const batches = api.deps.db.batch;
    let written = 0;
    api.deps.db.batch = (statements, mode) => {
      if (mode === 'write') written += 1;
      return batches(statements, mode);
    };
    await atOnce(AT_ONCE, (n) => ada.fetch(`/api/scenes/${id}`, { method: 'PATCH', json: { title: `Title ${n}` } }));
    expect(written).toBeLessThanOrEqual(AT_ONCE * 3);
  });
});

test('a change that another process is always ahead of is put off, and nothing of it is written', async () => {
  const { id } = await firstScene();
  const other = await openFileDatabase(`file:${join(api.folder, 'storyreel.db')}`);
  const batch = api.deps.db.batch;
  let ahead = 0;
  api.deps.db.batch = async (statements, mode) => {
    if (mode === 'write') {
      ahead += 1;
      await other.execute({ sql: 'update scenes set version = version + 1 where id = ?', args: [id] });
    }
    return batch(statements, mode);
  };
  try {
    const headers = { 'Idempotency-Key': 'late' };
    const late = { method: 'PATCH', headers, json: { title: 'Too late' } };
    const reply = await ada.fetch(`/api/scenes/${id}`, late);
    expect([reply.status, reply.headers.get('retry-after'), (await reply.json()).code]).toEqual([
      429,
      '1',
      'rate_limited',
    ]);
    expect(ahead).toBeGreaterThan(2);
    api.deps.db.batch = batch;
    expect(await ada.json<Scene>(`/api/scenes/${id}`, late)).toMatchObject({ title: 'Too late' });
  } finally {
    other.close();
  }
});

describe('the line', () => {
  test('lets one change of a person through at a time, in the order in which they came, also past one that fails', async () => {
    const steps: string[] = [];
    const change = (name: string) =>
      standInLine('ada', async () => {
        steps.push(`${name} begins`);
        await Promise.resolve();
        steps.push(`${name} ends`);
        if (name === 'second') throw new Error('refused');
      });
    const settled = await Promise.allSettled(['first', 'second', 'third'].map(change));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(steps).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  test('goes on past a change that never ends, and stands still for nobody else', async () => {
    vi.useFakeTimers();
    try {
      void standInLine('ada', () => new Promise(() => {}));
      const behind = standInLine('ada', async () => 'done');
      await expect(standInLine('bob', async () => 'done')).resolves.toBe('done');
      await vi.advanceTimersByTimeAsync(4_999);
      expect(await Promise.race([behind, Promise.resolve('waits')])).toBe('waits');
      await vi.advanceTimersByTimeAsync(1);
      await expect(behind).resolves.toBe('done');
      void standInLine('ada', () => new Promise(() => {}));
      const waiting = waitForLine('ada');
      await vi.advanceTimersByTimeAsync(5_000);
      await waiting;
      await expect(waitForLine('ada')).resolves.toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});
