import { expect, test } from 'vitest';
import { mixOf } from '#shared/export-receipt/make-receipt.ts';
import { moviePlan } from '#shared/movie/movie-plan.ts';
import { rangeOf } from '#shared/movie/range.ts';
import { completeScene, musicBed, projectRow, testId } from '#tests/helpers/rows.ts';

const config = { sampleRate: 48_000, channels: 2 };

function planOf(names: readonly { name: string; startSeconds: number; kind?: 'music' | 'voice'; muted?: boolean }[]) {
  const audio = names.map(({ name, startSeconds, kind = 'music', muted = false }, index) => ({
    ...musicBed({ name, startSeconds, kind, muted, loop: false, inSeconds: 0, outSeconds: 2 }),
    id: testId(900 + index),
    takes: [],
  }));
  return moviePlan(projectRow({ audio, levelling: true }), [completeScene(1)]);
}

test('music and voice-overs are named once each, in the order in which they are heard', () => {
  const plan = planOf([
    { name: 'Waltz', startSeconds: 5 },
    { name: 'Harbor', startSeconds: 1 },
    { name: 'Waltz', startSeconds: 0 },
    { name: 'Take 2', startSeconds: 2, kind: 'voice' },
    { name: 'Muted', startSeconds: 0, muted: true },
    { name: 'Behind the end', startSeconds: 500 },
  ]);
  expect(mixOf(plan, { config })).toEqual({
    channels: 2,
    levelledToLufs: -16,
    music: ['Waltz', 'Harbor'],
    voiceOvers: ['Take 2'],
  });
});

test('of a part of the movie only what is heard in it is named', () => {
  const whole = planOf([
    { name: 'Before', startSeconds: 0 },
    { name: 'Within', startSeconds: 2.5 },
    { name: 'Behind', startSeconds: 5 },
  ]);
  const part = rangeOf(whole, { fromFrame: 72, toFrame: 96 });
  expect(mixOf(part, { config }).music).toEqual(['Within']);
});
