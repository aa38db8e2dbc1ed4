import { beforeEach, expect, test } from 'vitest';
import { newOverlay } from '#editor/overlay-form.ts';
import {
  beginDraft,
  changeText,
  changeTrim,
  dropDraft,
  editorSession,
  keepDraft,
  openProject,
  releaseDraft,
  selectScene,
  touchedDraft,
} from '#editor/session-store.ts';
import { viewScenes } from '#editor/scene-view.ts';
import { rowsAsDrafted, type Drafting } from '#editor/timeline-mode.ts';
import { keepLeftDraft, switchProject, takeLeftDraft } from '#editor/left-draft.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { sceneRow, testId } from '#tests/helpers/rows.ts';

const row = { ...sceneRow(1), rev: 4 };
const clip = { frameCount: 192, fps: { num: 24, den: 1 } };
const trimOf = (inFrame: number): Drafting => ({
  kind: 'trim',
  draft: { sceneId: row.id, inFrame, outFrame: 192 },
  clip,
});
const textOf = (text: string, of: TextOverlay | null = null): Drafting => ({
  kind: 'text',
  draft: { sceneId: row.id, of, overlay: { ...newOverlay(8), text } },
});
const lowTide = { ...newOverlay(8), id: testId(70), text: 'Low tide' };
const session = () => editorSession.getState();
const view = (rows = [row]) => viewScenes(rows, session().released)[0];
const done = { readRev: async () => 4, commit: async () => false, newId: () => testId(71) };

beforeEach(() => {
  openProject('another');
  openProject('project');
});

test('a draft lies over the row while it is open, whatever is pulled meanwhile', () => {
  beginDraft(trimOf(0));
  changeTrim({ sceneId: row.id, inFrame: 48, outFrame: 192 });
  const pulled = { ...row, rev: 6, note: 'Pulled' };
  expect(rowsAsDrafted([pulled], session().mode)[0]).toMatchObject({ trimStart: 2, note: 'Pulled' });
});

test('one that is as it began is not one to be saved', () => {
  beginDraft(textOf('Low tide', lowTide));
  expect(touchedDraft()).toBeNull();
  changeText({ ...newOverlay(8), text: 'High tide' });
  expect(touchedDraft()).toEqual(textOf('High tide', lowTide));
  changeText({ ...newOverlay(8), text: 'Low tide' });
  expect(touchedDraft()).toBeNull();
  dropDraft();
  expect(session().mode).toEqual({ kind: 'rest' });
});

test('a released draft is committed once and stays until the committed row has come round, and never after', async () => {
  beginDraft(trimOf(48));
  const committed: Drafting[] = [];
  await releaseDraft({
    ...done,
    commit: async (mode) => {
      expect(session().mode).toEqual({ kind: 'rest' });
      expect(view()).toMatchObject({ trimStart: 2 });
      committed.push(mode);
      return false;
    },
  });
  expect(committed).toEqual([trimOf(48)]);
  expect(view()).toMatchObject({ trimStart: 2 });
  expect(view([{ ...row, rev: 5, trimStart: 2.5 }])).toMatchObject({ trimStart: 2.5 });
});

test('a new text has its id while it is committed, so that it can be chosen at once', async () => {
  beginDraft(textOf('Low tide'));
  const committed: Drafting[] = [];
  const commit = async (mode: Drafting): Promise<boolean> => committed.push(mode) > 0;
  expect(await releaseDraft({ ...done, commit })).toBe(true);
  const named = { ...newOverlay(8), text: 'Low tide', id: testId(71) };
  expect(committed).toEqual([{ kind: 'text', draft: { sceneId: row.id, of: null, overlay: named } }]);
  expect(view()?.textOverlays.at(-1)).toEqual(named);
});

test('a commit that fails gives the row back', async () => {
  beginDraft(textOf('Low tide'));
  const failing = { ...done, commit: () => Promise.reject(new Error('The disk is full')) };
  await expect(releaseDraft(failing)).rejects.toThrow('The disk is full');
  expect(view()).toEqual(row);
});

test('what was kept is what the same begins with again, and once', () => {
  keepDraft(textOf('Half a sen'));
  beginDraft(textOf('', lowTide));
  expect(session().mode).toEqual(textOf('', lowTide));
  beginDraft(textOf(''));
  expect(session().mode).toEqual(textOf('Half a sen'));
  expect(touchedDraft()).toEqual(textOf('Half a sen'));
  beginDraft(textOf(''));
  expect(session().mode).toEqual(textOf(''));
});

test('another project begins with nothing', () => {
  selectScene(row.id);
  beginDraft(trimOf(48));
  openProject('third');
  expect(session()).toMatchObject({ projectId: 'third', selectedSceneId: null, mode: { kind: 'rest' }, released: {} });
});

/** As a browser has it. */
function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  };
}

test.each([
  ['a trim', trimOf(0), trimOf(48)],
  ['a text that can’t be saved yet', textOf(''), textOf('  ')],
])('%s that is open when the page goes is open again with the next one, and in no other', (_, began, mode) => {
  const storage = memoryStorage();
  beginDraft(began);
  editorSession.setState({ mode });
  keepLeftDraft(storage);
  openProject('another');
  takeLeftDraft([storage]);
  expect(session().mode).toEqual({ kind: 'rest' });
  openProject('project');
  takeLeftDraft([memoryStorage(), storage]);
  expect(session()).toMatchObject({ mode, began });
  expect(storage.length).toBe(0);
});

test('a text that an earlier release has left, which knew only its place, is offered as a new one', () => {
  const storage = memoryStorage();
  const draft = { sceneId: row.id, index: 2, overlay: { ...newOverlay(8), text: 'Half a sen' } };
  const left = { mode: { kind: 'text', draft }, began: { kind: 'rest' }, kept: [] };
  storage.setItem('storyreel.left-draft.project', JSON.stringify(left));
  takeLeftDraft([storage]);
  expect(session().mode).toEqual(textOf('Half a sen'));
});

test('what was laid aside in one project is there again after another was open', () => {
  const storage = memoryStorage();
  keepDraft(textOf('Half a sen'));
  switchProject('another', storage);
  takeLeftDraft([storage]);
  beginDraft(textOf(''));
  expect(session().mode).toEqual(textOf(''));
  dropDraft();
  switchProject('project', storage);
  takeLeftDraft([storage]);
  beginDraft(textOf(''));
  expect(session().mode).toEqual(textOf('Half a sen'));
});

test('what has not been touched leaves nothing, and what can’t be read opens nothing', () => {
  const storage = memoryStorage();
  beginDraft(trimOf(48));
  keepLeftDraft(storage);
  expect(storage.length).toBe(0);
  dropDraft();
  storage.setItem('storyreel.left-draft.project', '{"mode":{"kind":"swim"}}');
  takeLeftDraft([storage]);
  expect(session().mode).toEqual({ kind: 'rest' });
  storage.setItem('storyreel.left-draft.project', 'not JSON');
  takeLeftDraft([storage]);
  expect([session().mode, storage.length]).toEqual([{ kind: 'rest' }, 0]);
});
