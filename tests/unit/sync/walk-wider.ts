/** What people do around a movie in random walks: name its characters, keep and restore versions of it, and make and delete other movies. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { versionsOf } from '#data/tables/versions.ts';
import { createVersionActions } from '#editor/version-actions.ts';
import type { Project } from '#shared/entities/project.ts';
import type { VersionSummary } from '#shared/entities/version.ts';
import { limits } from '#shared/limits.ts';
import { pullProject, pullProjects } from '#sync/pull.ts';
import { pullVersions } from '#sync/pull-versions.ts';
import type { TestUser } from '#tests/api/harness.ts';
import { PROJECT, type TestDevice } from './test-device.ts';

const at = fc.nat(3);
export const widerSteps = fc.oneof(
  fc.record({ kind: fc.constant('name-character' as const), at, name: fc.stringMatching(/^[A-Z][a-z]{1,4}$/) }),
  fc.record({ kind: fc.constant('delete-character' as const), at }),
  fc.record({ kind: fc.constant('name-version' as const) }),
  fc.record({ kind: fc.constant('restore-version' as const), at }),
  fc.record({ kind: fc.constant('make-movie' as const) }),
  fc.record({ kind: fc.constantFrom('rename-movie' as const, 'delete-movie' as const), at }),
);
export type WiderStep = typeof widerSteps extends fc.Arbitrary<infer T> ? T : never;
const WIDER = new Set(['name-character', 'delete-character', 'name-version', 'restore-version', 'make-movie']);

export function isWider(step: { kind: string }): step is WiderStep {
  return WIDER.has(step.kind) || step.kind === 'rename-movie' || step.kind === 'delete-movie';
}

/** What was done on either device, and the latest that their clocks have shown. */
export type Deeds = { made: Set<string>; deleted: Set<string>; named: Map<string, number>; latestMs: number };

export const noDeeds = (): Deeds => ({ made: new Set(), deleted: new Set(), named: new Map(), latestMs: 0 });

export async function takeWider(device: TestDevice, step: WiderStep, turn: number, deeds: Deeds): Promise<void> {
  const { db, actions } = device;
  switch (step.kind) {
    case 'name-character':
    case 'delete-character': {
      const cast = (await db.projects.get(PROJECT))?.characterReferences ?? [];
      const character = cast[step.at % Math.max(1, cast.length)];
      if (character === undefined) return;
      return step.kind === 'delete-character'
        ? actions.deleteCharacter(PROJECT, character.id)
        : actions.renameCharacter(PROJECT, character.id, `${step.name} ${turn}`);
    }
    case 'name-version': {
      const known = new Set((await versionsOf(db, PROJECT)).map(({ id }) => id));
      await createVersionActions(device).nameVersion(PROJECT, `Version ${turn}`);
      for (const version of await versionsOf(db, PROJECT))
        if (version.name !== null && !known.has(version.id)) deeds.named.set(version.id, version.at);
      return;
    }
    case 'restore-version': {
      const versions = await versionsOf(db, PROJECT);
      const version = versions[step.at % Math.max(1, versions.length)];
      if (version) await createVersionActions(device).restoreVersion(version.id, version.name ?? 'A version');
      return;
    }
    case 'make-movie': {
      const idea = { title: `Movie ${turn}`, description: 'By day.', targetLength: 30, genres: ['drama' as const] };
      deeds.made.add(await actions.createProject({ ...idea, model: 'omni', aspectRatio: '16:9' }));
      return;
    }
    default: {
      const movies = (await db.projects.toArray()).map(({ id }) => id).filter((id) => id !== PROJECT);
      const movie = movies.toSorted()[step.at % Math.max(1, movies.length)];
      if (movie === undefined) return;
      if (step.kind === 'rename-movie') return actions.editProject(movie, { title: `Movie ${turn}` });
      await actions.deleteProject(movie);
      deeds.deleted.add(movie);
    }
  }
}

/**
 * Each movie that somebody made and nobody deleted is on the server, and the devices have what that has.
 * @param refused ids of movies whose creation was refused and given up
 */
export async function expectMoviesEverywhere(
  devices: readonly TestDevice[],
  user: TestUser,
  { made, deleted }: Deeds,
  refused: ReadonlySet<string | null>,
): Promise<void> {
  const told = (projects: readonly Pick<Project, 'id' | 'title'>[]) =>
    Object.fromEntries(projects.map(({ id, title }) => [id, title]));
  const held = told(await user.json<Project[]>('/api/user/projects'));
  expect(Object.keys(held)).toEqual(
    expect.arrayContaining([...made].filter((id) => !deleted.has(id) && !refused.has(id))),
  );
  for (const device of devices) {
    await pullProjects(device, user.id);
    for (const id of Object.keys(held)) await pullProject(device, id, user.id);
    expect(told(await device.db.projects.toArray())).toEqual(held);
  }
}

const DAY_MS = 24 * 3_600_000;

/** A version that somebody has named is on the server and on both devices, as long as none of them finds it too old. */
export async function expectVersionsEverywhere(
  devices: readonly TestDevice[],
  user: TestUser,
  { named, latestMs }: Deeds,
): Promise<void> {
  const held = (await user.json<VersionSummary[]>(`/api/projects/${PROJECT}/versions`)).map(({ id }) => id);
  const oldestMs = latestMs - (limits.historyDays - 1) * DAY_MS;
  const young = [...named].filter(([, madeAt]) => madeAt >= oldestMs).map(([id]) => id);
  for (const device of devices) await pullVersions(device, PROJECT, user.id);
  const contents = await Promise.all(
    devices.map(async ({ db }) => new Map((await versionsOf(db, PROJECT)).map((row) => [row.id, row]))),
  );
  for (const id of young) {
    const rows = contents.flatMap((rows) => rows.get(id) ?? []);
    // The server refused it for good: it stays where it was made.
    if (rows.some(({ state }) => state === 'local')) continue;
    expect({ id, isHeld: held.includes(id), on: rows.map(({ state }) => state) }).toEqual({
      id,
      isHeld: true,
      on: devices.map(() => 'sent'),
    });
    expect(rows[1]?.scenes).toEqual(rows[0]?.scenes);
    expect(rows[1]?.project).toEqual(rows[0]?.project);
    expect(rows[1]?.characters).toEqual(rows[0]?.characters);
  }
}
