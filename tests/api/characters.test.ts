import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { errorBodySchema } from '#shared/api/error.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { projectSchema, type Project } from '#shared/entities/project.ts';
import { limits } from '#shared/limits.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { testId } from '#tests/helpers/rows.ts';
import { PNG } from './battery/people.ts';
import { saveKey, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PICTURE_USD = 0.067;
const people = [
  { name: 'Mara', description: 'A woman of sixty with white hair and a blue coat.' },
  { name: 'Jon', description: 'A boy of ten with freckles and a red cap.' },
  { name: 'The dog', description: 'A small grey dog with one white ear.' },
];

let gemini: FakeGemini;
let api: TestApi;
let ada: TestUser;
let project: Project;
/** How many people the model finds. */
let found: number;
let drawn: number;

beforeEach(async () => {
  [found, drawn] = [3, 0];
  gemini = await startFakeGemini({
    text: ({ prompt }) =>
      prompt.includes('At most this many characters')
        ? {
            characters: people
              .slice(0, found)
              .filter(({ name }) => !(prompt.split('Described already')[1] ?? '').includes(name))
              .slice(0, Number(/characters: (\d)/.exec(prompt)?.[1])),
          }
        : undefined,
    images: ({ prompt }) => ({
      mimeType: 'image/jpeg',
      bytes: new Uint8Array([0xff, 0xd8, 0xff, ++drawn, ...Buffer.from(prompt)]),
    }),
  });
  api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url } });
  ada = await api.as('Ada');
  await saveKey(ada, FAKE_KEYS.good);
  project = await newProject(ada, { description: 'A keeper finds a letter. A girl reads it to him.', model: 'omni' });
});
afterEach(async () => {
  await api.close();
  await gemini.close();
});

const read = async (reply: Response): Promise<CharacterReference[]> => {
  expect(reply.status).toBe(200);
  return projectSchema.parse(await reply.json()).characterReferences;
};
const ask = (json: object): Promise<Response> =>
  ada.fetch(`/api/projects/${project.id}/generate-character-references`, { method: 'POST', json });
const at = (character: CharacterReference | undefined, rest = ''): string =>
  `/api/projects/${project.id}/characters/${character?.id}${rest}`;
const put = (character: CharacterReference | undefined, bytes: Uint8Array<ArrayBuffer>, user = ada) =>
  user.fetch(at(character, '/picture'), { method: 'PUT', body: bytes, headers: { 'Content-Type': 'image/png' } });
const names = (characters: readonly CharacterReference[]): string[] => characters.map(({ name }) => name);
const spentUsd = async (): Promise<number> => {
  const { rows } = await api.db.execute(
    `select coalesce(sum(amount_micro_usd), 0) as sum from ledger where entry = 'settle' and job_id like 'characters/%'`,
  );
  return Number(rows[0]?.['sum']) / 1e6;
};

describe('when fewer characters came than were asked for', () => {
  test('the rest join those that are there, and only they are paid for', async () => {
    found = 2;
    const first = await read(await ask({ maxCharacters: 3 }));
    expect(names(first)).toEqual(['Mara', 'Jon']);
    found = 3;
    const all = await read(await ask({ maxCharacters: 3, keep: true }));
    expect(names(all)).toEqual(['Mara', 'Jon', 'The dog']);
    expect(all.slice(0, 2)).toEqual(first);
    for (const { imageUrl } of all) expect((await ada.fetch(imageUrl ?? '')).status).toBe(200);
    expect(await spentUsd()).toBeCloseTo(3 * PICTURE_USD);
    expect((await ask({ maxCharacters: 3, keep: true })).status).toBe(422);
  });

  test('nothing changes and nothing is paid for where the movie has nobody else', async () => {
    found = 2;
    const first = await read(await ask({ maxCharacters: 3 }));
    const before = await ada.json<Project>(`/api/projects/${project.id}`);
    expect(await read(await ask({ maxCharacters: 3, keep: true }))).toEqual(first);
    expect(await ada.json(`/api/projects/${project.id}`)).toEqual(before);
    expect(await spentUsd()).toBeCloseTo(2 * PICTURE_USD);
  });

  test('the demo studio looks for others, too', async () => {
    await saveKey(ada);
    expect(names(await read(await ask({ maxCharacters: 1 })))).toEqual(['Keeper']);
    expect(names(await read(await ask({ maxCharacters: 3, keep: true })))).toEqual(['Keeper', 'Girl']);
    expect(names(await read(await ask({ maxCharacters: 3, keep: true })))).toEqual(['Keeper', 'Girl']);
  });
});

describe('a character', () => {
  test('is renamed, which is one edit; a name of another one, or none, is refused', async () => {
    const [mara, jon] = await read(await ask({ maxCharacters: 2 }));
    const renamed = await ada.json<Project>(at(mara), { method: 'PATCH', json: { name: ' Ines ' } });
    expect(renamed.characterReferences).toEqual([{ ...mara, name: 'Ines' }, jon]);
    expect(renamed.version).toBe(3);
    for (const json of [{ name: 'JON' }, { name: '  ' }, {}, { name: 'a'.repeat(limits.nameLength + 1) }])
      expect((await ada.fetch(at(mara), { method: 'PATCH', json })).status).toBe(422);
    const stale = { method: 'PATCH', json: { name: 'Mara' }, headers: { 'If-Match': '"2"' } };
    expect((await ada.fetch(at(mara), stale)).status).toBe(409);
    expect(
      (await ada.fetch(`/api/projects/${project.id}/characters/${testId(7)}`, { method: 'PATCH', json: { name: 'X' } }))
        .status,
    ).toBe(404);
  });

  test('is deleted, and after thirty days its portrait, too; the others keep theirs', async () => {
    const [mara, jon] = await read(await ask({ maxCharacters: 2 }));
    expect(await read(await ada.fetch(at(mara), { method: 'DELETE' }))).toEqual([jon]);
    expect((await ada.fetch(at(mara), { method: 'DELETE' })).status).toBe(404);
    api.clock.advance(29 * DAY_MS);
    await tidyUp(api.deps);
    expect((await ada.fetch(mara?.imageUrl ?? '')).status).toBe(200);
    api.clock.advance(2 * DAY_MS);
    await tidyUp(api.deps);
    ada = await api.as('Ada');
    expect((await ada.fetch(mara?.imageUrl ?? '')).status).toBe(404);
    expect((await ada.fetch(jon?.imageUrl ?? '')).status).toBe(200);
    expect((await ada.fetch(at(mara, '/restore'), { method: 'POST' })).status).toBe(404);
  });

  test('is forgotten with all others whose thirty days are over, however many there are', async () => {
    const [mara] = await read(await ask({ maxCharacters: 1 }));
    await api.db.execute({
      sql: `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 450)
        insert into deleted_characters (project_id, character_id, character, place, sha256, deleted_at_ms)
          select ?, 'gone ' || n, ?, 0, null, 1 from numbers`,
      args: [project.id, JSON.stringify(mara)],
    });
    await tidyUp(api.deps);
    expect((await api.db.execute('select 1 from deleted_characters limit 1')).rows).toEqual([]);
  });

  test('is restored to its place with its portrait, however often that is asked; not beside one of its name', async () => {
    const [mara, jon] = await read(await ask({ maxCharacters: 2 }));
    await ada.json(at(mara), { method: 'DELETE' });
    const restore = { method: 'POST', headers: { 'Idempotency-Key': 'back' } };
    expect(await read(await ada.fetch(at(mara, '/restore'), restore))).toEqual([mara, jon]);
    expect(await read(await ada.fetch(at(mara, '/restore'), restore))).toEqual([mara, jon]);
    expect(await read(await ada.fetch(at(mara, '/restore'), { method: 'POST' }))).toEqual([mara, jon]);
    expect((await ada.fetch(mara?.imageUrl ?? '')).status).toBe(200);
    await ada.json(at(mara), { method: 'DELETE' });
    await ada.json(at(jon), { method: 'PATCH', json: { name: mara?.name } });
    expect((await ada.fetch(at(mara, '/restore'), { method: 'POST' })).status).toBe(422);
  });

  test('is drawn again: another picture in the place of the first, paid for once, however often the call is sent', async () => {
    const [mara, jon] = await read(await ask({ maxCharacters: 2 }));
    const call = { method: 'POST', headers: { 'Idempotency-Key': 'again' } };
    const again = await read(await ada.fetch(at(mara, '/generate'), call));
    expect(again).toEqual([{ ...mara, imageUrl: expect.stringMatching(/^\/api\/media\//) }, jon]);
    expect(again[0]?.imageUrl).not.toBe(mara?.imageUrl);
    expect(await read(await ada.fetch(at(mara, '/generate'), call))).toEqual(again);
    expect(drawn).toBe(3);
    expect(await spentUsd()).toBeCloseTo(3 * PICTURE_USD);
    expect((await ada.fetch(mara?.imageUrl ?? '')).status).toBe(404);
  });

  test('keeps its portrait, and nothing is paid for, where the model refuses another, or the cap does', async () => {
    const [mara] = await read(await ask({ maxCharacters: 1 }));
    const paid = await spentUsd();
    await ada.json(at(mara), { method: 'PATCH', json: { description: 'A woman. [[refuse]]' } });
    expect((await ada.fetch(at(mara, '/generate'), { method: 'POST' })).status).toBe(422);
    await ada.json('/api/user/spending', { method: 'PATCH', json: { monthlyCapUsd: 0.08 } });
    expect((await ada.fetch(at(mara, '/generate'), { method: 'POST' })).status).toBe(429);
    expect(await spentUsd()).toBeCloseTo(paid);
    expect((await ada.fetch(mara?.imageUrl ?? '')).status).toBe(200);
  });

  test('of the demo studio gets another face each time', async () => {
    await saveKey(ada);
    const [keeper] = await read(await ask({ maxCharacters: 1 }));
    const faces = [keeper?.imageUrl];
    for (let n = 0; n < 3; n++)
      faces.push((await read(await ada.fetch(at(keeper, '/generate'), { method: 'POST' })))[0]?.imageUrl);
    expect(new Set(faces).size).toBe(4);
  });
});

describe('a picture of one’s own', () => {
  const webp = Uint8Array.from(Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=', 'base64'));
  /** A JPEG whose frame header says how large it is, with a comment before it. */
  const jpeg = (width: number, height: number): Uint8Array<ArrayBuffer> =>
    Uint8Array.from([
      ...[0xff, 0xd8, 0xff, 0xfe, 0, 4, 65, 66, 0xff, 0xc0, 0, 17, 8],
      ...[height >> 8, height & 255, width >> 8, width & 255, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xff, 0xd9],
    ]);

  test.each([
    ['PNG', PNG, 'image/png'],
    ['WebP', webp, 'image/webp'],
    ['JPEG', jpeg(640, 480), 'image/jpeg'],
  ])('is taken as a %s, known by its bytes and not by what it is sent as', async (_, bytes, type) => {
    const [mara] = await read(await ask({ maxCharacters: 1 }));
    const [changed] = await read(await put(mara, bytes));
    const picture = await ada.fetch(changed?.imageUrl ?? '');
    expect(picture.headers.get('content-type')).toBe(type);
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(bytes);
    expect((await ada.fetch(mara?.imageUrl ?? '')).status).toBe(404);
  });

  test('goes to the model with the scenes that name the character, as the drawn one did', async () => {
    const [mara] = await read(await ask({ maxCharacters: 1 }));
    const [changed] = await read(await put(mara, PNG));
    const row = await api.db.execute({
      sql: 'select content_type as type from pictures where sha256 = :sha256',
      args: { sha256: changed?.imageUrl?.split('/').at(-1) ?? '' },
    });
    expect(row.rows[0]?.['type']).toBe('image/png');
  });

  test.each([
    ['text', Uint8Array.from(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['a GIF', Uint8Array.from(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'))],
    ['a PNG that is cut off', PNG.slice(0, 18)],
    ['a JPEG without a picture', Uint8Array.from([0xff, 0xd8, 0xff, 0xd9])],
    ['nothing', new Uint8Array()],
    ['a picture wider than 8192 pixels', jpeg(8193, 10)],
  ])('that is %s is refused with a sentence, and nothing of it is kept', async (_, bytes) => {
    const [mara] = await read(await ask({ maxCharacters: 1 }));
    const reply = await put(mara, bytes);
    expect(reply.status).toBe(422);
    expect(errorBodySchema.parse(await reply.json()).message).toMatch(/\.$/);
    const kept = await api.db.execute('select count(*) as n from pictures');
    expect(Number(kept.rows[0]?.['n'])).toBe(1);
    expect((await ada.fetch(mara?.imageUrl ?? '')).status).toBe(200);
  });

  test('has 4.5 MB at most, as models take no larger ones', async () => {
    const [mara] = await read(await ask({ maxCharacters: 1 }));
    const padded = (size: number): Uint8Array<ArrayBuffer> => {
      const bytes = new Uint8Array(size);
      bytes.set(jpeg(64, 64));
      return bytes;
    };
    expect((await put(mara, padded(limits.referencePictureBytes))).status).toBe(200);
    expect((await put(mara, padded(limits.referencePictureBytes + 1))).status).toBe(413);
  });

  test('is nobody else’s to set or to see', async () => {
    const [mara] = await read(await ask({ maxCharacters: 1 }));
    const bob = await api.as('Bob');
    expect((await put(mara, PNG, bob)).status).toBe(404);
    const [changed] = await read(await put(mara, PNG));
    expect((await bob.fetch(changed?.imageUrl ?? '')).status).toBe(404);
  });
});

describe('a character that is added', () => {
  const add = (fields: object = {}, user = ada): Promise<Response> =>
    user.fetch(`/api/projects/${project.id}/characters`, {
      method: 'POST',
      json: { id: testId(7), name: 'Ines', description: 'A keeper of thirty.', ...fields },
    });
  const told = async (reply: Response) => {
    expect(reply.status).toBe(201);
    return projectSchema.parse(await reply.json()).characterReferences;
  };

  test('has no picture, is there once, and is the last', async () => {
    const [mara] = await read(await ask({ maxCharacters: 1 }));
    const ines = { id: testId(7), name: 'Ines', description: 'A keeper of thirty.', imageUrl: null };
    expect(await told(await add())).toEqual([mara, ines]);
    expect(await told(await add({ name: 'Other' }))).toEqual([mara, ines]);
  });

  test('comes back with its picture and to its place where it was deleted, with the words that are given', async () => {
    const [mara, jon] = await read(await ask({ maxCharacters: 2 }));
    expect(await read(await ada.fetch(at(mara), { method: 'DELETE' }))).toEqual([jon]);
    const description = 'A woman of forty.';
    expect(await told(await add({ id: mara?.id, name: 'Mara', description }))).toEqual([{ ...mara, description }, jon]);
    expect((await ada.fetch(mara?.imageUrl ?? '')).status).toBe(200);
  });

  test('needs a name of its own, and room', async () => {
    const [mara] = await read(await ask({ maxCharacters: 3 }));
    expect((await add({ name: ' mara ' })).status).toBe(422);
    const full = await add();
    expect([full.status, await full.json()]).toMatchObject([
      422,
      { message: 'This project already has that many characters.' },
    ]);
    await ada.fetch(at(mara), { method: 'DELETE' });
    expect((await told(await add())).length).toBe(3);
    expect((await add({}, await api.as('Bob'))).status).toBe(404);
  });
});
