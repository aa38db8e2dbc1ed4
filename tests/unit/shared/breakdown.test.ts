/** The arithmetic of a breakdown: whatever a text model answers, the scenes fill the movie exactly. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modelRow, models, type ModelRow } from '#shared/catalogue/models.ts';
import { limits } from '#shared/limits.ts';
import {
  breakdownLengths,
  breakdownParts,
  fitSceneLengths,
  longSceneSeconds,
} from '#shared/rules/breakdown-lengths.ts';
import { composePrompt, namesCharacter, ONE_SHOT, withFixedWords } from '#shared/rules/compose-prompt.ts';
import { segmentSeconds } from '#shared/rules/segments.ts';

const { targetLengthMinSeconds: shortest, targetLengthMaxSeconds: longest, targetLengthStepSeconds: step } = limits;
const targets = Array.from({ length: (longest - shortest) / step + 1 }, (_, index) => shortest + index * step);
const everyTargetAndRow = targets.flatMap((target) => models.map(({ id }) => [target, id] as const));
const sum = (lengths: readonly number[]): number => lengths.reduce((total, length) => total + length, 0);

/** A row, one of its targets, and lengths that a text model might wish for: near its own, long, or nonsense. */
const wishes = fc
  .record({ target: fc.constantFrom(...targets), row: fc.constantFrom<ModelRow>(...models) })
  .chain(({ target, row }) =>
    fc.record({
      target: fc.constant(target),
      row: fc.constant(row),
      wished: fc.array(fc.oneof(fc.constantFrom(...row.durations, 15), fc.integer({ min: -5, max: 40 }), fc.double()), {
        maxLength: 80,
      }),
    }),
  )
  .map(({ wished, ...rest }) => ({ ...rest, wished: wished.filter(Number.isFinite) }));

describe.each(everyTargetAndRow)('%i s with %s', (target, id) => {
  const row = modelRow(id);

  test('is told in parts that are neither long nor uneven, and each is filled exactly by the row’s own lengths', () => {
    const parts = breakdownParts(target);
    expect(sum(parts)).toBe(target);
    expect(Math.max(...parts)).toBeLessThanOrEqual(120);
    expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(step);
    expect(parts.length).toBe(Math.ceil(target / 120));
    for (const part of [...parts, target]) {
      const lengths = breakdownLengths(part, row);
      expect(sum(lengths)).toBe(part);
      expect(lengths.length).toBeLessThanOrEqual(limits.scenesPerProject);
      expect(lengths.filter((length) => !row.durations.includes(length))).toEqual([]);
      expect(fitSceneLengths(lengths, part, row)).toEqual(lengths);
    }
  });

  test('may hold long scenes where the model can extend, and then in pairs', () => {
    const long = longSceneSeconds(row);
    const [part = 0] = breakdownParts(target);
    const rest = part - 30 === 0 ? [] : breakdownLengths(part - 30, row);
    const fitted = fitSceneLengths([15, 15, ...rest], part, row);
    const clips = fitted?.flatMap((length) => segmentSeconds(length, row)) ?? [];
    expect(fitted?.filter((length) => length === 15).length ?? 0).toBe(long === null ? 0 : 2);
    expect(clips.filter((length) => length === 7).length).toBe(long === null ? 0 : 2);
    expect(long).toBe(row.extensionSeconds === null ? null : 15);
  });
});

test('whatever lengths are wished for, those that are given are the row’s own and fill the target exactly', () => {
  fc.assert(
    fc.property(wishes, ({ target, row, wished }) => {
      const fitted = fitSceneLengths(wished, target, row);
      const long = longSceneSeconds(row);
      if (fitted === null) return;
      expect(fitted).toHaveLength(wished.length);
      expect(sum(fitted)).toBe(target);
      for (const [index, length] of fitted.entries()) {
        if (row.durations.includes(length)) continue;
        expect(length).toBe(long);
        expect(wished[index]).toBeGreaterThan(Math.max(...row.durations));
      }
      expect(fitted.filter((length) => length === long).length % 2).toBe(0);
    }),
  );
});

test('what can be had as it was wished for is left as it is, and any order of it', () => {
  const plans = fc.constantFrom(...everyTargetAndRow).chain(([target, id]) =>
    fc.record({
      row: fc.constant(modelRow(id)),
      wished: fc.shuffledSubarray(breakdownLengths(target, modelRow(id)), {
        minLength: breakdownLengths(target, modelRow(id)).length,
      }),
    }),
  );
  fc.assert(
    fc.property(plans, ({ row, wished }) => {
      expect(fitSceneLengths(wished, sum(wished), row)).toEqual(wished);
    }),
  );
});

test('no lengths stray less from what was wished for', () => {
  const small = fc.record({
    row: fc.constantFrom<ModelRow>(...models),
    wished: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }),
  });
  fc.assert(
    fc.property(small, ({ row, wished }) => {
      const strays = (lengths: readonly number[]): number =>
        sum(lengths.map((length, index) => Math.abs(length - (wished[index] ?? 0))));
      const longestClip = Math.max(...row.durations);
      const long = longSceneSeconds(row);
      const all = wished.reduce<number[][]>(
        (plans, wish) =>
          plans.flatMap((plan) =>
            [...row.durations, ...(long !== null && wish > longestClip ? [long] : [])].map((next) => [...plan, next]),
          ),
        [[]],
      );
      const possible = all.filter((plan) => sum(plan) === 30).map(strays);
      const fitted = fitSceneLengths(wished, 30, row);
      expect(fitted === null ? Number.POSITIVE_INFINITY : strays(fitted)).toBe(Math.min(...possible));
    }),
  );
});

test('a target that can’t be met is refused in words', () => {
  expect(() => breakdownLengths(3, modelRow('veo-3'))).toThrow("3 s can't be cut into scenes of 4, 6, 8 s.");
});

describe('a character', () => {
  const keeper = { name: 'The keeper', description: 'a man of seventy with a white beard and a blue coat' };
  const girl = { name: 'Ida', description: 'a girl of ten with red hair.' };
  const scene = { title: 'Night', description: 'The keeper climbs the stairs.' };
  const shot = `He climbs.\n${ONE_SHOT}`;

  test('is described in the same fixed words in every prompt of a scene that names them, and in no other', () => {
    const prompt = withFixedWords(shot, scene, [keeper, girl]);
    expect(prompt).toBe(`He climbs.\nThe keeper: ${keeper.description}.\n${ONE_SHOT}`);
    expect(withFixedWords('No end', scene, [keeper])).toBe(`No end\nThe keeper: ${keeper.description}.`);
    const metadata = { cameraAngle: 'wide', mood: null, lighting: null, movement: null } as const;
    const composed = composePrompt({ ...scene, metadata }, [keeper, girl]);
    for (const words of ['Camera: wide shot.', 'Single continuous shot']) expect(composed).toContain(words);
    expect(composed).toContain(`The keeper: ${keeper.description}.`);
    expect(composed).not.toContain(girl.description);
  });

  test('is found by the whole name, and by its beginning where the language bends it', () => {
    expect(namesCharacter('He walks along the quay', 'Al')).toBe(false);
    expect(namesCharacter('“Al!” she calls.', 'Al')).toBe(true);
    expect(namesCharacter('Suzanna waits', 'Anna')).toBe(false);
    expect(namesCharacter('Annas Mantel. ANNA’S coat.', 'Anna')).toBe(true);
    expect(namesCharacter('老人と海', '老人')).toBe(true);
    expect(namesCharacter('Nobody', ' ')).toBe(false);
    expect(namesCharacter('C-3 (old) walks', 'C-3 (old)')).toBe(true);
  });

  test('who is described already is not described twice', () => {
    const once = withFixedWords(shot, scene, [keeper]);
    expect(withFixedWords(once, scene, [keeper])).toBe(once);
  });
});
