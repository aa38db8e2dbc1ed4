/** Signed-in people with a project each, written into the data folder of a running server. */
import { join } from 'node:path';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { insertProject } from '#edge-api/repos/projects.ts';
import { insertScene } from '#edge-api/repos/scenes.ts';
import { insertSession } from '#edge-api/repos/sessions.ts';
import { sha256Hex } from '#edge-api/services/digest.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { projectRow, sceneRow } from '#tests/helpers/rows.ts';

export type PlantedPerson = { cookie: string; projectId: string; sceneId: string };

const DAY_MS = 24 * 60 * 60 * 1000;
const newId = (): string => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));

/** @param sceneCount scenes in each person's project */
export async function plantPeople(dataDir: string, count: number, sceneCount: number): Promise<PlantedPerson[]> {
  const db = await openFileDatabase(`file:${join(dataDir, 'storyreel.db')}`);
  try {
    return await plantPeopleInto(db, count, sceneCount);
  } finally {
    db.close();
  }
}

/** The same in a database that is open. */
export async function plantPeopleInto(db: Db, count: number, sceneCount: number): Promise<PlantedPerson[]> {
  const people: PlantedPerson[] = [];
  for (let n = 0; n < count; n++) {
    const { statements, person, userId } = newPerson(n, sceneCount);
    await db.batch(statements, 'write');
    const createdAtMs = Date.now();
    const tokenHash = await sha256Hex(person.cookie.replace('sid=', ''));
    await insertSession(db, {
      tokenHash,
      id: userId,
      userId,
      device: 'Bench',
      createdAtMs,
      expiresAtMs: createdAtMs + 30 * DAY_MS,
    });
    people.push(person);
  }
  return people;
}

function newPerson(n: number, sceneCount: number) {
  const [userId, projectId] = [newId(), newId()];
  const scenes = Array.from({ length: sceneCount }, (_, index) =>
    sceneRow(index + 1, { id: newId(), projectId, status: 'generating', note: 'The model is generating the clip.' }),
  );
  const statements: Statement[] = [
    {
      sql: 'insert into users (id, email, first_name, created_at_ms, updated_at_ms) values (?, ?, ?, 0, 0)',
      args: [userId, `person-${n}@example.test`, `Person ${n}`],
    },
    insertProject(projectRow({ id: projectId, userId })),
    ...scenes.map((scene) => insertScene(userId, scene)),
  ];
  return { userId, statements, person: { cookie: `sid=token-${n}`, projectId, sceneId: scenes[0]?.id ?? '' } };
}
