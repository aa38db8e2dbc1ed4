/**
 * People with a finished movie each, planted once and copied into a server's data folder: for tests that are about
 * something else than signing in and making clips. Those who test just that begin with `startServer` alone.
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, request, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { lighthouse, type Person } from './journey.ts';
import { demoPerson, makeProject, signInByCall } from './people.ts';
import { faultsIn, startServer, type RunningServer } from './server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules/.cache/storyreel-planted');

/** As many as one spec needs side by side: tests that share a server take one each. */
const PEOPLE: readonly Person[] = ['Ines', 'Noor', 'Edda', 'Sami', 'Lena'].map((firstName) => ({
  email: `${firstName.toLowerCase()}@planted.example`,
  firstName,
  lastName: 'Moreau',
}));

const plantedSchema = z.object({ people: z.array(z.object({ email: z.string(), projectId: z.string() })) });

/** Who owns a planted project: "The Glass Lighthouse", four scenes of 30 s in all, each with its clip. */
export type Owner = { person: Person; projectId: string };

/** Plants the folder unless one was planted by this very build. */
export async function plantData(): Promise<void> {
  const folder = await plantedFolder();
  if (await readFile(join(folder, 'planted.json'), 'utf8').catch(() => null)) return;
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, 'unfinished-'));
  const server = await startServer({ DATA_DIR: unfinished, GENERATION_POLL_MS: '100' });
  try {
    const people = await Promise.all(PEOPLE.map((person) => plantMovie(server.url, person)));
    await server.stop();
    await writeFile(join(unfinished, 'planted.json'), JSON.stringify({ people }));
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
  } finally {
    await server.remove();
  }
}

/** Starts a server on a copy of the planted folder. */
export async function startPlantedServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'storyreel-e2e-'));
  await cp(await plantedFolder(), dataDir, { recursive: true });
  return startServer({ ...env, DATA_DIR: dataDir });
}

/** The server of a file's tests, which take a planted person each. `url` is known once they run. */
export type SharedServer = Pick<RunningServer, 'url' | 'stop'> & {
  /** Stops it if need be, and starts another build at its address, on its data; the same build if none is named. */
  startAgain(entry?: string): Promise<void>;
};

/** Runs while the tests of a file do. After each of them, it has had no fault of its own. */
export function servePlanted(): SharedServer {
  let server: RunningServer;
  let formerLogs = '';
  test.beforeAll(async () => {
    server = await startPlantedServer();
  });
  test.afterEach(() => expect(faultsIn(formerLogs + server.log())).toEqual([]));
  test.afterAll(() => server.remove());
  return {
    get url() {
      return server.url;
    },
    stop: () => server.stop(),
    async startAgain(entry) {
      await server.stop();
      formerLogs += server.log();
      server = await startServer({ DATA_DIR: server.dataDir, PORT: new URL(server.url).port }, entry);
    },
  };
}

/** One of the planted people: `index` tells tests on one server apart. */
export async function plantedOwner(index: number): Promise<Owner> {
  const text = await readFile(join(await plantedFolder(), 'planted.json'), 'utf8');
  const planted = plantedSchema.parse(JSON.parse(text)).people[index];
  const person = PEOPLE[index];
  if (!planted || !person)
    throw new Error(`Only ${PEOPLE.length} people are planted, and number ${index} was asked for.`);
  return { person, projectId: planted.projectId };
}

/** Signs a planted person in without the sign-in page, and opens their project. */
export async function openPlanted(page: Page, url: string, index = 0, sceneCount = 4): Promise<Owner> {
  const owner = await plantedOwner(index);
  await signInByCall(page.request, url, owner.person);
  await page.goto(`${url}/project/${owner.projectId}`);
  await expect(page.getByRole('article')).toHaveCount(sceneCount);
  return owner;
}

async function plantMovie(url: string, person: Person): Promise<{ email: string; projectId: string }> {
  const context = await request.newContext();
  try {
    const caller = await demoPerson(context, url, person);
    const { project } = await makeProject(caller, { ...lighthouse, genres: ['drama'] }, { clips: true });
    return { email: person.email, projectId: project.id };
  } finally {
    await context.dispose();
  }
}

/** Of the server that planted it: another build may keep its data in another form. */
async function plantedFolder(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of ['dist/.sources.sha256', 'tests/e2e/planted.ts']) hash.update(await readFile(join(root, file)));
  return join(cache, hash.digest('hex').slice(0, 16));
}
