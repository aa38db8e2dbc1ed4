import { expect, test } from 'vitest';
import { takesAfter, restorableTakes } from '#data/document/takes.ts';
import type { BaseRow } from '#data/tables/rows.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { completeScene, projectRow, sceneRow, testHash, testId } from '#tests/helpers/rows.ts';

const DAY_MS = 24 * 3_600_000;
const made = (n: number, fields: Partial<Scene> = {}): Scene => completeScene(1, { sha256: testHash(n), ...fields });
const piece = (n: number): Scene =>
  completeScene(1, {
    id: testId(900),
    isExtension: true,
    parentSceneId: made(1).id,
    extensionIndex: 1,
    sha256: testHash(n),
  });

function baseOf(scenes: Scene[]): BaseRow {
  const project = projectRow();
  const { id: projectId, userId } = project;
  return { projectId, userId, project, scenes, tombstones: [], hasScenes: true, orphanIds: [], pulledAt: 1 };
}

/** The base after the server has told one set of scenes after the other. */
function told(...sets: Scene[][]): BaseRow {
  const [first = [], ...rest] = sets;
  return rest.reduce((base, scenes) => ({ ...base, scenes, takes: takesAfter(base, scenes) }), baseOf(first));
}

/** The files that can be brought back so long after the present ones came. */
const filesAfter = (ms: number, ...sets: Scene[][]): (string | null)[] =>
  [...restorableTakes(told(...sets), made(1).updatedAt + ms).values()].map(({ scene }) => scene.sha256);

test('the clip before the present one can be brought back for thirty days', () => {
  expect(filesAfter(0, [made(1)], [made(1)])).toEqual([]);
  expect(filesAfter(0, [sceneRow(1)], [made(1)])).toEqual([]);
  expect(filesAfter(29 * DAY_MS, [made(1)], [made(2)], [made(2)])).toEqual([testHash(1)]);
  expect(filesAfter(30 * DAY_MS, [made(1)], [made(2)])).toEqual([]);
});

test('only the latest is kept, and bringing it back offers the other one', () => {
  expect(filesAfter(0, [made(1)], [made(2)], [made(3)])).toEqual([testHash(2)]);
  expect(filesAfter(0, [made(1)], [made(2)], [made(1)])).toEqual([testHash(2)]);
});

test('a scene of several pieces is remembered as it was when its first piece was replaced', () => {
  const [take] = restorableTakes(
    told([made(1, { trimStart: 2 }), piece(5)], [made(2), piece(5)], [made(2), piece(6)]),
    made(1).updatedAt,
  ).values();
  expect(take?.scene).toMatchObject({ sha256: testHash(1), trimStart: 2 });
  expect(take?.extensions.map(({ sha256 }) => sha256)).toEqual([testHash(5)]);
});

test('a scene that is gone for good has no earlier clip', () => {
  expect(filesAfter(0, [made(1)], [made(2)], [])).toEqual([]);
});

test('one that can be restored keeps its earlier clip', () => {
  const scene = made(2);
  const before = told([made(1)], [scene]);
  const tombstones = [{ sceneId: scene.id, rows: [scene], deletedAt: scene.updatedAt }];
  const without = { ...before, scenes: [], tombstones, takes: takesAfter({ ...before, tombstones }, []) };
  const again = {
    ...without,
    scenes: [scene],
    tombstones: [],
    takes: takesAfter({ ...without, tombstones: [] }, [scene]),
  };
  expect(restorableTakes(again, scene.updatedAt).get(scene.id)?.scene.sha256).toBe(testHash(1));
});
