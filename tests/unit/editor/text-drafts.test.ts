/** Texts that are edited here while others add, remove, change and move texts of the same scene. */
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeText } from '#editor/commands/edit-texts.ts';
import { newOverlay, withOverlay } from '#editor/overlay-form.ts';
import {
  beginDraft,
  changeText,
  editorSession,
  keepDraft,
  offerAsNew,
  openProject,
  releaseDraft,
} from '#editor/session-store.ts';
import { isTextGone, type Drafting } from '#editor/timeline-mode.ts';
import { viewScenes } from '#editor/scene-view.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { placeOfText } from '#shared/rules/text-changes.ts';
import { projectRow, sceneRow, testId } from '#tests/helpers/rows.ts';
import { eachOnDevice, it, PROJECT, pull, sceneHere, sceneId } from '../sync/test-device.ts';

const SCENE = sceneId(1);
const text = (n: number, says = `Text ${n}`): TextOverlay => ({ ...newOverlay(8), id: testId(500 + n), text: says });
const old = (says: string): TextOverlay => ({ ...newOverlay(8), text: says });

/** What others do to the texts of a scene meanwhile; places wrap around. */
const step = fc.record({
  kind: fc.constantFrom('add' as const, 'remove' as const, 'change' as const, 'move' as const),
  at: fc.nat(20),
  to: fc.nat(20),
});

function afterSteps(texts: TextOverlay[], steps: readonly { kind: string; at: number; to: number }[]): TextOverlay[] {
  return steps.reduce((list, { kind, at, to }, n) => {
    if (kind === 'add') return list.toSpliced(at % (list.length + 1), 0, text(100 + n));
    const place = at % Math.max(1, list.length);
    const one = list[place];
    if (!one) return list;
    if (kind === 'change') return list.with(place, { ...one, text: `Changed ${n}` });
    const rest = list.toSpliced(place, 1);
    return kind === 'remove' ? rest : rest.toSpliced(to % (rest.length + 1), 0, one);
  }, texts);
}

test('whatever others do, an edited text replaces itself alone, or is added when it is gone', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.nat(5), fc.array(step, { maxLength: 12 }), (count, nth, steps) => {
      const before = Array.from({ length: count }, (_, n) => text(n));
      const of = before[nth % count];
      if (!of) throw new Error('There is one at least.');
      const now = afterSteps(before, steps);
      const mine = { ...of, text: 'Mine' };
      const saved = withOverlay(now, of, mine);
      const place = now.findIndex(({ id }) => id === of.id);
      expect(saved).toEqual(place < 0 ? [...now, mine] : now.with(place, mine));
    }),
  );
});

test('a text from before there were ids is known by what it says, whoever has given it one since', () => {
  const texts = [old('A'), old('B'), old('C')];
  expect(placeOfText(texts, old('B'))).toBe(1);
  expect(placeOfText([text(9), { ...old('B'), id: testId(7) }], old('B'))).toBe(1);
  expect(placeOfText([old('B')], { ...old('B'), id: testId(7) })).toBe(0);
  expect(placeOfText([text(1), text(2)], { ...text(3), text: 'Text 1' })).toBeNull();
  // The id that it has been given stays with it.
  expect(withOverlay([{ ...old('B'), id: testId(7) }], old('B'), old('Mine'))).toEqual([
    { ...old('Mine'), id: testId(7) },
  ]);
});

describe('on a device', () => {
  eachOnDevice([sceneRow(1, { textOverlays: [text(1), text(2), text(3)] })]);
  beforeEach(() => {
    openProject('another');
    openProject(PROJECT);
  });

  const texts = async (): Promise<TextOverlay[]> => (await sceneHere(1))?.textOverlays ?? [];
  const elsewhere = async (textOverlays: TextOverlay[]): Promise<void> => {
    it.server.editScene(SCENE, { textOverlays });
    await pull();
  };
  const edit = (of: TextOverlay, says: string): Drafting => {
    const mode: Drafting = { kind: 'text', draft: { sceneId: SCENE, of, overlay: of } };
    beginDraft(mode);
    changeText({ ...of, text: says });
    return mode;
  };
  const save = (): Promise<boolean> =>
    releaseDraft({
      newId: () => testId(99),
      readRev: async () => (await sceneHere(1))?.rev ?? null,
      commit: async ({ kind, draft }) =>
        kind === 'text' && 'of' in draft ? it.actions.writeText(SCENE, draft.of, draft.overlay) : false,
    });

  test('another device removes a text before it: the draft is drawn over its own, and saved there', async () => {
    edit(text(2), 'Mine');
    await elsewhere([text(2), text(3)]);
    expect(await save()).toBe(false);
    expect(await texts()).toEqual([text(2, 'Mine'), text(3)]);
    const rows = await it.db.scenes.toArray();
    expect(viewScenes(rows, editorSession.getState().released)[0]?.textOverlays).toEqual(await texts());
  });

  test('its own text is removed: it is added again, and that is told', async () => {
    const { draft } = edit(text(2), 'Mine');
    await elsewhere([text(1), text(3)]);
    expect('of' in draft && isTextGone(draft, await texts())).toBe(true);
    expect(await save()).toBe(true);
    expect(await texts()).toEqual([text(1), text(3), text(2, 'Mine')]);
  });

  test('undo takes the edited text away, and redo brings it to where it was', async () => {
    await it.actions.writeText(SCENE, null, old('New'));
    const added = (await texts())[3];
    if (!added?.id) throw new Error('A text that is saved has an id.');
    edit(added, 'Newer');
    await it.actions.undo(PROJECT);
    expect(await texts()).toHaveLength(3);
    await it.actions.redo(PROJECT);
    expect(await save()).toBe(false);
    expect((await texts())[3]).toEqual({ ...added, text: 'Newer' });
  });

  test('one that was laid aside is offered as a new text when its own is gone, and else with its own', async () => {
    const laid = (of: TextOverlay): Drafting => ({
      kind: 'text',
      draft: { sceneId: SCENE, of, overlay: { ...of, text: 'Half a sen' } },
    });
    keepDraft(laid(text(2)));
    keepDraft(laid(text(3)));
    offerAsNew(SCENE, [text(1), text(3)]);
    beginDraft({ kind: 'text', draft: { sceneId: SCENE, of: null, overlay: newOverlay(8) } });
    expect(editorSession.getState().mode).toMatchObject({ draft: { of: null, overlay: { text: 'Half a sen' } } });
    beginDraft({ kind: 'text', draft: { sceneId: SCENE, of: text(3), overlay: text(3) } });
    expect(editorSession.getState().mode).toMatchObject({ draft: { of: text(3), overlay: { text: 'Half a sen' } } });
  });

  test('removing one removes that one, wherever it is by then', async () => {
    await elsewhere([text(3), text(2)]);
    await it.actions.removeText(SCENE, text(3));
    await it.actions.removeText(SCENE, text(1));
    expect(await texts()).toEqual([text(2)]);
  });
});

describe('a text that was changed elsewhere while somebody held it', () => {
  const taken = text(1);
  const saved = (mine: Partial<TextOverlay>, theirs: Partial<TextOverlay>): TextOverlay | null | undefined => {
    const scene = sceneRow(1, { textOverlays: [{ ...taken, ...theirs }] });
    const plan = writeText(projectRow(), scene, { of: taken, text: { ...taken, ...mine }, id: testId(900) });
    const [change] = plan.changes;
    return change?.kind === 'patch-texts' ? change.texts[0]?.after : undefined;
  };

  test('keeps what was changed there, but for what was changed here', () => {
    const theirs = { color: '#FF0000', fontSize: 20, startTime: 1, endTime: 2 };
    const position = 'top' as const;
    expect(saved({ position }, theirs)).toEqual({ ...taken, ...theirs, position });
    expect(saved({ fontSize: 72 }, theirs)).toEqual({ ...taken, ...theirs, fontSize: 72 });
  });

  test('has times that belong together', () => {
    const theirs = { startTime: 1, endTime: 2 };
    expect(saved({ startTime: 3 }, theirs)).toEqual({ ...taken, startTime: 3 });
  });

  test('loses a style that was taken off there', () => {
    const { style: _, ...bare } = taken;
    const styled = { ...bare, style: { bold: true } };
    const scene = sceneRow(1, { textOverlays: [bare] });
    const plan = writeText(projectRow(), scene, { of: styled, text: { ...styled, fontSize: 72 }, id: testId(900) });
    expect(plan.changes).toMatchObject([{ texts: [{ after: { ...bare, fontSize: 72 } }] }]);
    expect(JSON.stringify(plan.changes)).not.toContain('bold');
  });
});
