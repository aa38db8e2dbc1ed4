import '#tests/helpers/property-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deleteText, writeText } from '#editor/commands/edit-texts.ts';
import { applyChange } from '#data/document/apply-change.ts';
import type { Change } from '#data/change.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { textOverlaySchema, type TextOverlay, type TextStyle } from '#shared/entities/text-overlay.ts';
import { inverseTextChanges, withTextChanges, withTextIds, type TextChange } from '#shared/rules/text-changes.ts';
import { completeScene, projectRow, testId, textOverlay } from '#tests/helpers/rows.ts';

const seconds = fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10);
const style: fc.Arbitrary<TextStyle> = fc.record(
  {
    bold: fc.boolean(),
    align: fc.constantFrom('left', 'center', 'right'),
    outline: fc.boolean(),
    shadow: fc.boolean(),
    box: fc.boolean(),
    fadeInSeconds: seconds,
    fadeOutSeconds: seconds,
  },
  { requiredKeys: [] },
);
const look = fc.record(
  {
    text: fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== ''),
    fontSize: fc.integer({ min: 8, max: 36 }).map((half) => half * 2),
    color: fc.constantFrom('#FFFFFF', '#111111', '#F4E8CF'),
    position: fc.oneof(fc.constantFrom('top', 'center', 'bottom'), fc.record({ x: seconds, y: seconds })),
    startTime: fc.constantFrom(0, 1.5, 3),
    endTime: fc.constantFrom(3.5, 6, 8),
    style: fc.option(style, { nil: undefined }),
  },
  { requiredKeys: ['text', 'fontSize', 'color', 'position', 'startTime', 'endTime'] },
);
const overlay = look.map((values): TextOverlay => textOverlaySchema.parse(values));
const texts = fc
  .array(overlay, { maxLength: 6 })
  .map((list) => list.map((one, index) => ({ ...one, id: testId(600 + index) })));

const command = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), text: overlay }),
  fc.record({ kind: fc.constant('write' as const), nth: fc.nat(8), text: overlay }),
  fc.record({ kind: fc.constant('delete' as const), nth: fc.nat(8) }),
);

/** For ten thousand runs on a machine that does something else, too. */
const LONG_MS = 900_000;

test(
  'every command on a text, then its inverse, gives the same document; so do many, undone in turn',
  () => {
    fc.assert(
      fc.property(texts, fc.array(command, { minLength: 1, maxLength: 8 }), (textOverlays, commands) => {
        const project = projectRow();
        const before = { project, scenes: [completeScene(1, { textOverlays })], tombstones: [] };
        let document: Parameters<typeof applyChange>[0] = before;
        const sceneNow = (): Scene => document.scenes[0] ?? completeScene(1);
        const done: { inverse: Change[]; was: typeof document }[] = [];
        for (const [turn, one] of commands.entries()) {
          const scene = sceneNow();
          const target =
            'nth' in one ? scene.textOverlays[one.nth % Math.max(1, scene.textOverlays.length)] : undefined;
          if (one.kind !== 'add' && target === undefined) continue;
          const id = testId(700 + turn);
          const plan =
            one.kind === 'delete'
              ? deleteText(project, scene, target ?? fail())
              : writeText(project, scene, { of: target ?? null, text: one.text, id });
          const was = document;
          document = plan.changes.reduce(applyChange, document);
          expect(sceneNow().textOverlays.every((text) => text.id !== undefined)).toBe(true);
          expect((plan.inverse ?? []).reduce(applyChange, document)).toEqual(was);
          done.push({ inverse: plan.inverse ?? [], was });
        }
        for (const { inverse, was } of done.toReversed()) {
          document = inverse.reduce(applyChange, document);
          expect(document).toEqual(was);
        }
        expect(document).toEqual(before);
      }),
    );
  },
  LONG_MS,
);

const change = fc.record({ kind: fc.constantFrom('write', 'delete'), text: overlay });

test('edits of different texts give the same texts in either order', () => {
  fc.assert(
    fc.property(
      fc.array(overlay, { minLength: 2, maxLength: 6 }),
      fc.nat(20),
      fc.nat(20),
      change,
      change,
      (list, a, b, one, other) => {
        const named = list.map((text, index) => ({ ...text, id: testId(600 + index) }));
        const [first, second] = [a % named.length, b % named.length];
        fc.pre(first !== second);
        const edit = (place: number, { kind, text }: typeof one): TextChange => {
          const before = named[place] ?? fail();
          return { before, after: kind === 'delete' ? null : { ...text, id: testId(600 + place) }, place };
        };
        const [mine, theirs] = [edit(first, one), edit(second, other)];
        expect(withTextChanges(named, [mine, theirs])).toEqual(withTextChanges(named, [theirs, mine]));
        expect(withTextChanges(withTextChanges(named, [mine]), inverseTextChanges([mine]))).toEqual(named);
      },
    ),
  );
});

test('a text that was deleted meanwhile and is changed is there again', () => {
  const [a, b] = [1, 2].map((n) => textOverlay({ text: `${n}`, id: testId(n) }));
  if (!a || !b) throw new Error('There are two.');
  expect(withTextChanges([b], [{ before: a, after: { ...a, text: 'Mine' }, place: 0 }])).toEqual([
    { ...a, text: 'Mine' },
    b,
  ]);
});

test('texts without ids get one each, which no other of the scene has', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 30 }), (areNamed) => {
      const sceneId = testId(101);
      const list = areNamed.map((isNamed, index) =>
        isNamed
          ? textOverlay({ id: sceneId.slice(0, -4) + ((index * 7) % 30).toString(16).padStart(4, '0') })
          : textOverlay(),
      );
      const ids = list.flatMap(({ id }) => id ?? []);
      fc.pre(new Set(ids).size === ids.length);
      const named = withTextIds(sceneId, list);
      expect(new Set(named.map(({ id }) => id)).size).toBe(list.length);
      expect(named.every((text) => textOverlaySchema.safeParse(text).success)).toBe(true);
      expect(withTextIds(sceneId, named)).toBe(named);
    }),
  );
});

function fail(): never {
  throw new Error('There is one.');
}
