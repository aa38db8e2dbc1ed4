import { beforeEach, expect, test } from 'vitest';
import { draftScene, dropDraft, editorSession, openProject, releaseDraft } from '#editor/session-store.ts';
import { viewScenes } from '#editor/scene-view.ts';
import { sceneRow } from '#tests/helpers/rows.ts';

const row = { ...sceneRow(1), rev: 4 };
const view = (rows = [row]) => viewScenes(rows, editorSession.getState().drafts)[0];

beforeEach(() => {
  openProject('another');
  openProject('project');
});

test('a gesture lies over the row while it moves, whatever is pulled meanwhile', () => {
  draftScene(row, { trimStart: 1 });
  draftScene({ ...row, rev: 6 }, { trimStart: 2 });
  expect(view([{ ...row, rev: 6, note: 'Pulled' }])).toMatchObject({ trimStart: 2, note: 'Pulled' });
});

test('a released draft stays until the committed row has come round, and never after', async () => {
  draftScene(row, { trimStart: 2 });
  const committed: unknown[] = [];
  await releaseDraft(row, async (patch) => {
    expect(view()).toMatchObject({ trimStart: 2 });
    committed.push(patch);
  });
  expect(committed).toEqual([{ trimStart: 2 }]);
  expect(view()).toMatchObject({ trimStart: 2 });
  expect(view([{ ...row, rev: 5, trimStart: 2.5 }])).toMatchObject({ trimStart: 2.5 });
});

test('a commit that fails gives the row back', async () => {
  draftScene(row, { trimStart: 2 });
  await expect(releaseDraft(row, () => Promise.reject(new Error('The disk is full')))).rejects.toThrow(
    'The disk is full',
  );
  expect(view()).toEqual(row);
});

test('a gesture that is given up leaves nothing', () => {
  draftScene(row, { trimStart: 2 });
  dropDraft(row.id);
  expect(view()).toEqual(row);
});

test('another project begins with no drafts', () => {
  draftScene(row, { trimStart: 2 });
  openProject('third');
  expect(editorSession.getState()).toEqual({ projectId: 'third', drafts: {} });
});
