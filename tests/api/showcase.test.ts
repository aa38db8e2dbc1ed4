import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  publicAuthorSchema,
  publicProjectSchema,
  publicSceneSchema,
  showcaseProjectReply,
  showcaseReply,
  type PublicProject,
} from '#shared/api/showcase.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { CreateProjectRequest } from '#shared/api/projects.ts';
import type { Project } from '#shared/entities/project.ts';
import { limits } from '#shared/limits.ts';
import { saveKey, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { addScene, lighthouse, newProject } from './new-project.ts';

let api: TestApi;
let ada: TestUser;

beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
});
afterEach(() => api.close());

const PORTRAIT = { genres: ['mystery', 'scifi'], aspectRatio: '9:16' } satisfies Partial<CreateProjectRequest>;
const publish = (id: string, isPublic = true): Promise<Project> =>
  ada.json(`/api/projects/${id}`, { method: 'PATCH', json: { isPublic } });
const list = async (query = ''): Promise<PublicProject[]> =>
  showcaseReply.parse(await (await api.fetch(`/api/showcase/projects${query}`)).json());

async function nextProject(title = lighthouse.title): Promise<Project> {
  api.clock.advance(10);
  return newProject(ada, { ...PORTRAIT, title });
}

describe('the showcase', () => {
  test('shows public projects to everybody, the newest first, with what a card needs', async () => {
    const [first, second] = [await nextProject('First'), await nextProject('Second')];
    await nextProject('Private');
    await addScene(ada, first.id);
    await publish(first.id);
    await publish(second.id);
    const shown = await list();
    expect(shown.map(({ title }) => title)).toEqual(['Second', 'First']);
    expect(shown[1]).toEqual({
      id: first.id,
      title: 'First',
      description: lighthouse.description,
      genre: 'Mystery, Sci-Fi',
      aspectRatio: '9:16',
      totalDuration: 8,
      sceneCount: 1,
      posterUrl: null,
      isDemo: false,
      isIndexable: false,
      levelling: false,
      createdAt: first.createdAt,
      updatedAt: expect.any(Number),
      user: { firstName: 'Ada', lastName: 'Tester', profileImageUrl: null },
    });
  });

  test('forgets a project in the moment in which it is withdrawn or deleted', async () => {
    const { id } = await nextProject();
    await publish(id);
    expect(await list()).toHaveLength(1);
    await publish(id, false);
    expect(await list()).toEqual([]);
    await publish(id);
    await ada.fetch(`/api/projects/${id}`, { method: 'DELETE' });
    expect(await list()).toEqual([]);
  });

  test('comes in pages, each project on one', async () => {
    const total = limits.showcasePage + 3;
    for (let n = 0; n < total; n++) await publish((await nextProject(`Movie ${n}`)).id);
    const first = await list();
    const second = await list(`?after=${first.at(-1)?.id}`);
    expect([first.length, second.length]).toEqual([limits.showcasePage, 3]);
    const next = (await api.fetch('/api/showcase/projects')).headers.get('link');
    expect(next).toBe(`</api/showcase/projects?after=${first.at(-1)?.id}>; rel="next"`);
    expect((await api.fetch(`/api/showcase/projects?after=${first.at(-1)?.id}`)).headers.get('link')).toBeNull();
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(total);
    expect((await api.fetch('/api/showcase/projects?after=x')).status).toBe(422);
  });

  test('goes by this server’s clock, whatever time a client puts into its ids', async () => {
    const { id } = await newProject(ada, { title: 'From the future', id: 'ffffffff-ffff-7fff-bfff-ffffffffffff' });
    const [second, third] = [await nextProject('Second'), await nextProject('Third')];
    for (const project of [id, second.id, third.id]) await publish(project);
    expect((await list()).map(({ title }) => title)).toEqual(['Third', 'Second', 'From the future']);
    expect((await list(`?after=${third.id}`)).map(({ title }) => title)).toEqual(['Second', 'From the future']);
    await publish(second.id, false);
    expect((await list(`?after=${second.id}`)).map(({ title }) => title)).toEqual(['From the future']);
    expect(await list(`?after=${id}`)).toEqual([]);
  });

  test('is sent once, as long as nothing changes', async () => {
    const { id } = await nextProject();
    await publish(id);
    for (const path of ['/api/showcase/projects', `/api/showcase/projects/${id}`]) {
      const etag = (await api.fetch(path)).headers.get('etag') ?? '';
      const again = await api.fetch(path, { headers: { 'If-None-Match': etag } });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
    }
  });
});

describe('a project of the showcase', () => {
  test('is there with its scenes for everybody', async () => {
    const { id } = await nextProject();
    const { scenes } = await addScene(ada, id);
    await publish(id);
    const shown = showcaseProjectReply.parse(await (await api.fetch(`/api/showcase/projects/${id}`)).json());
    expect(shown.project).toMatchObject({ id, title: lighthouse.title, sceneCount: 1 });
    expect(shown.scenes).toEqual([publicSceneSchema.parse(scenes[0])]);
    const bob = await api.as('Bob');
    expect((await bob.fetch(`/api/projects/${id}`)).status).toBe(404);
    expect((await bob.fetch(`/api/projects/${id}/scenes`)).status).toBe(404);
  });

  test('is refused with one of two sentences', async () => {
    const { id } = await nextProject();
    const ask = async (path: string): Promise<unknown> => {
      const reply = await api.fetch(`/api/showcase/projects/${path}`);
      const { code, message }: { code: string; message: string } = await reply.json();
      return [reply.status, code, message];
    };
    const removed = [404, 'not_found', "This project doesn't exist or has been removed."];
    expect(await ask(id)).toEqual([403, 'private', 'This project is private']);
    expect(await ask(uuidv7(0, new Uint8Array(10)))).toEqual(removed);
    await ada.fetch(`/api/projects/${id}`, { method: 'DELETE' });
    expect(await ask(id)).toEqual(removed);
  });

  test('tells nothing that is its owner’s: planted words are in no reply', async () => {
    const { id } = await nextProject();
    const { scenes } = await addScene(ada, id);
    await publish(id);
    const planted = ['CANARY-PROMPT', 'CANARY-NEGATIVE', 'CANARY-ERROR', 'CANARY-NOTE', 'CANARY-CHARACTER'];
    await api.db.execute({
      sql: `update scenes set prompt = ?, negative_prompt = ?, error_message = ?, note = ? where id = ?`,
      args: [...planted.slice(0, 4), scenes[0]?.id ?? ''],
    });
    const character = { id, name: 'CANARY-CHARACTER', description: 'x', imageUrl: null };
    await api.db.execute({
      sql: `update projects set character_references = ?, breakdown_error = 'CANARY-ERROR' where id = ?`,
      args: [JSON.stringify([character]), id],
    });
    await api.db.execute({
      sql: `update users set profile_image_url = 'https://lh3.googleusercontent.com/CANARY-PICTURE' where id = ?`,
      args: [ada.id],
    });
    await saveKey(ada, 'AQ.CANARY-KEY-0123456789');
    for (const path of ['/api/showcase/projects', `/api/showcase/projects/${id}`]) {
      const text = await (await api.fetch(path)).text();
      expect(text).toContain(`/api/showcase/projects/${id}/avatar`);
      for (const word of ['CANARY', 'AQ.CAN', ada.id, 'ada@example.test'])
        expect([path, text.includes(word)]).toEqual([path, false]);
    }
  });

  test('has schemas that name no private field', () => {
    const fields = [publicProjectSchema, publicSceneSchema, publicAuthorSchema].flatMap(({ shape }) =>
      Object.keys(shape),
    );
    for (const name of [
      'email',
      'userId',
      'geminiApiKey',
      'prompt',
      'negativePrompt',
      'errorMessage',
      'note',
      'breakdownError',
      'characterReferences',
    ])
      expect(fields).not.toContain(name);
  });
});

describe('a picture of a person', () => {
  const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
  let host: Server;
  let answer: RequestListener;
  let asked: string[];

  /** A host of pictures over real HTTP: its https address is reached on this machine. */
  beforeEach(async () => {
    asked = [];
    answer = (_, reply) => reply.end(JPEG);
    host = createServer((request, reply) => answer(request, reply));
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const { port } = host.address() as AddressInfo;
    await api.close();
    api = await startTestApi({
      deps: {
        fetchPicture: (url, init) => {
          asked.push(url);
          return fetch(`http://127.0.0.1:${port}${new URL(url).pathname}`, init);
        },
      },
    });
    ada = await api.as('Ada');
    await keptAt('https://lh3.googleusercontent.com/a/ada');
  });
  afterEach(() => new Promise((resolve) => host.close(resolve)));

  const keptAt = (url: string | null) =>
    api.db.execute({ sql: 'update users set profile_image_url = ? where id = ?', args: [url, ada.id] });
  const look = async (): Promise<unknown[]> => {
    const reply = await ada.fetch('/api/user/avatar');
    return reply.ok ? [reply.status, reply.headers.get('content-type')] : [reply.status, (await reply.json()).code];
  };

  test('is handed on from the provider’s host to its owner, and to everybody from a public project', async () => {
    const own = await ada.fetch('/api/user/avatar');
    expect(Buffer.from(await own.arrayBuffer())).toEqual(JPEG);
    expect(Object.fromEntries(own.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=600',
    });
    const { id } = await nextProject();
    const path = `/api/showcase/projects/${id}/avatar`;
    expect((await api.fetch(path)).status).toBe(403);
    await publish(id);
    expect((await list())[0]?.user.profileImageUrl).toBe(path);
    expect((await api.fetch(path)).status).toBe(200);
    expect((await api.fetch('/api/user/avatar')).status).toBe(401);
  });

  test.each([
    'http://lh3.googleusercontent.com/a',
    'https://lh3.googleusercontent.com:8443/a',
    'https://user:word@lh3.googleusercontent.com/a',
    'https://lh3.googleusercontent.com.evil.example/a',
    'https://evilgoogleusercontent.com/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://2130706433/a',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'not an address',
  ])('is not fetched from %s', async (url) => {
    await keptAt(url);
    expect(await look()).toEqual([404, 'not_found']);
    expect(asked).toEqual([]);
  });

  test('follows a redirect to another picture host, and to nowhere else', async () => {
    answer = (request, reply) =>
      request.url === '/moved'
        ? reply.end(JPEG)
        : reply.writeHead(302, { Location: 'https://avatars.githubusercontent.com/moved' }).end();
    expect(await look()).toEqual([200, 'image/jpeg']);
    for (const location of ['https://169.254.169.254/', 'http://lh3.googleusercontent.com/b', '/again']) {
      answer = (_, reply) => reply.writeHead(302, { Location: location }).end();
      expect([location, await look()]).toEqual([location, [502, 'provider_failed']]);
    }
    expect(asked.some((url) => url.includes('169.254'))).toBe(false);
  });

  test.each<[string, RequestListener]>([
    ['is a page', (_, reply) => reply.writeHead(200, { 'Content-Type': 'image/png' }).end('<svg onload="alert(1)"/>')],
    ['is too large', (_, reply) => reply.end(Buffer.concat([JPEG, Buffer.alloc(limits.avatarBytes)]))],
    ['is gone', (_, reply) => reply.writeHead(404).end()],
    ['breaks off', (_, reply) => reply.writeHead(200, { 'Content-Length': '100' }).write(JPEG, () => reply.destroy())],
  ])('that %s is not handed on', async (_, hostAnswer) => {
    answer = hostAnswer;
    expect(await look()).toEqual([502, 'provider_failed']);
  });

  test('is not there when the provider has none', async () => {
    await keptAt(null);
    expect(await look()).toEqual([404, 'not_found']);
  });
});
