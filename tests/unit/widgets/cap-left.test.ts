import { describe, expect, test } from 'vitest';
import { capLeft } from '#widgets/cap-left.ts';

const month = { spentUsd: 2, openUsd: 0.5, monthlyCapUsd: 10 };

describe('what is left under the cap', () => {
  test('is unknown without a cap', () => {
    expect(capLeft({ ...month, monthlyCapUsd: null }, 1)).toBeNull();
  });

  test('counts what is reserved and not settled, and then what would be reserved', () => {
    expect(capLeft(month, 0)).toEqual({ leftUsd: 7.5, afterUsd: 7.5, isShort: false });
    expect(capLeft(month, 3)).toEqual({ leftUsd: 7.5, afterUsd: 4.5, isShort: false });
  });

  test('may be spent to the last cent, and no further', () => {
    expect(capLeft({ spentUsd: 0.1, openUsd: 0.2, monthlyCapUsd: 0.6 }, 0.3)).toMatchObject({ isShort: false });
    expect(capLeft(month, 7.51)).toEqual({ leftUsd: 7.5, afterUsd: 0, isShort: true });
  });

  test('is nothing under a cap that was lowered below what is spent, where only what is free goes through', () => {
    expect(capLeft({ ...month, monthlyCapUsd: 1 }, 0)).toEqual({ leftUsd: 0, afterUsd: 0, isShort: false });
    expect(capLeft({ ...month, monthlyCapUsd: 0 }, 0.01)).toMatchObject({ isShort: true });
  });
});
