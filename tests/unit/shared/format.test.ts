import { describe, expect, it } from 'vitest';
import { decibels, eitherOf, formatUsd, listed, plural } from '#shared/words/format.ts';

describe('values in sentences', () => {
  it('take the form of their count', () => {
    const scenes = (count: number): string => plural(count, { one: '# scene', other: '# scenes' });
    expect([0, 1, 2, 1_200].map(scenes)).toEqual(['0 scenes', '1 scene', '2 scenes', '1,200 scenes']);
  });

  it('are listed as people list things', () => {
    expect(listed(['rain'])).toBe('rain');
    expect(listed(['rain', 'fog'])).toBe('rain and fog');
    expect(listed(['rain', 'fog', 'snow'])).toBe('rain, fog, and snow');
    expect(eitherOf(['4', '6', '8'])).toBe('4, 6, or 8');
  });

  it('are dollars with two decimals', () => {
    expect([0, 30, 1_234.5].map(formatUsd)).toEqual(['$0.00', '$30.00', '$1,234.50']);
  });
});

it('decibels have a sign, a true minus, and a tenth at most', () => {
  expect([-60, -6, 0, 3.25, 12].map(decibels)).toEqual(['−60 dB', '−6 dB', '0 dB', '+3.3 dB', '+12 dB']);
});
