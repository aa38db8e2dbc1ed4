/** What a change sends, to the byte: rows that wait in outboxes were written by older versions and are read by newer ones. */
import { expect, test } from 'vitest';
import type { Change } from '#data/change.ts';
import { frozenRequestSchema, type BaseRow } from '#data/tables/rows.ts';
import { requestOf } from '#sync/change-request.ts';
import { idea, projectRow, sceneRow, testHash, testId } from '#tests/helpers/rows.ts';

const [PROJECT, USER, FIRST, SECOND] = [testId(1), testId(2), testId(101), testId(102)];

const base: BaseRow = {
  projectId: PROJECT,
  userId: USER,
  project: projectRow({ id: PROJECT, userId: USER, version: 7 }),
  scenes: [
    sceneRow(1, { id: FIRST, projectId: PROJECT, version: 3 }),
    sceneRow(2, { id: SECOND, projectId: PROJECT, version: 4 }),
  ],
  ...{ tombstones: [], hasScenes: true, orphanIds: [], pulledAt: null },
};

const body = { ...idea, id: PROJECT };
const added = { id: testId(103), title: 'Dawn', description: 'Light.', duration: 8 };
const placed = (id: string, sceneNumber: number): string =>
  `{"id":"${id}","sceneNumber":${sceneNumber},"isExtension":false,"parentSceneId":null,"extensionIndex":null}`;

const cases: [Change, method: string, path: string, body: string | null, ifMatch: number | null][] = [
  [{ kind: 'create-project', userId: USER, body, at: 1 }, 'POST', '/api/projects', JSON.stringify(body), null],
  [{ kind: 'patch-project', patch: { title: 'Mist' } }, 'PATCH', `/api/projects/${PROJECT}`, '{"title":"Mist"}', 7],
  [{ kind: 'delete-project' }, 'DELETE', `/api/projects/${PROJECT}`, null, 7],
  [
    { kind: 'add-scene', body: added, at: 1 },
    'POST',
    `/api/projects/${PROJECT}/scenes`,
    `{"id":"${added.id}","title":"Dawn","description":"Light.","duration":8}`,
    7,
  ],
  [
    { kind: 'patch-scene', sceneId: FIRST, patch: { trimEnd: 2.5, trimStart: null } },
    'PATCH',
    `/api/scenes/${FIRST}`,
    '{"trimEnd":2.5,"trimStart":null}',
    3,
  ],
  [{ kind: 'delete-scene', sceneId: FIRST, at: 1 }, 'DELETE', `/api/scenes/${FIRST}`, null, 7],
  [{ kind: 'restore-scene', sceneId: FIRST }, 'POST', `/api/scenes/${FIRST}/restore`, null, 7],
  [
    { kind: 'split-scene', sceneId: FIRST, atSeconds: 2.5, newSceneId: SECOND, at: 1 },
    'POST',
    `/api/scenes/${FIRST}/split`,
    `{"atSeconds":2.5,"newSceneId":"${SECOND}"}`,
    7,
  ],
  [
    { kind: 'duplicate-scene', sceneId: FIRST, newSceneId: SECOND, at: 1 },
    'POST',
    `/api/scenes/${FIRST}/duplicate`,
    `{"newSceneId":"${SECOND}"}`,
    7,
  ],
  [
    { kind: 'restore-clip', sceneId: SECOND, sha256: testHash(5), clips: [] },
    'POST',
    `/api/scenes/${SECOND}/restore-clip`,
    `{"sha256":"${testHash(5)}"}`,
    4,
  ],
  [
    { kind: 'reorder-scenes', order: [SECOND, FIRST] },
    'POST',
    `/api/projects/${PROJECT}/reorder-scenes`,
    `{"scenes":[${placed(SECOND, 1)},${placed(FIRST, 2)}]}`,
    7,
  ],
];

test.each(cases)('%o', (change, method, path, body, ifMatch) => {
  const request = requestOf(change, base);
  expect(request).toEqual({ method, path, body, ifMatch });
  // The row that is kept is the row that is sent.
  expect(frozenRequestSchema.parse(JSON.parse(JSON.stringify(request)))).toEqual(request);
});
