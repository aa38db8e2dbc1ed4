import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { levellingGainDb, TARGET_LUFS } from '#shared/sound/levelling.ts';
import { createLoudnessMeter } from '#shared/sound/loudness.ts';
import { runTool } from '#tests/helpers/clips/run-ffmpeg.ts';

function measured(sound: readonly Float32Array[], sampleRate: number, piece = 1000): number | null {
  const meter = createLoudnessMeter(sampleRate, sound.length);
  const length = sound[0]?.length ?? 0;
  for (let at = 0; at < length; at += piece) meter.push(sound.map((channel) => channel.subarray(at, at + piece)));
  return meter.integrated();
}

/** What ffmpeg's meter says, to a tenth. */
async function reference(sound: readonly Float32Array[], sampleRate: number): Promise<number> {
  const length = sound[0]?.length ?? 0;
  const interleaved = new Float32Array(length * sound.length);
  sound.forEach((channel, index) => channel.forEach((sample, at) => (interleaved[at * sound.length + index] = sample)));
  const input = ['-f', 'f32le', '-ar', String(sampleRate), '-ac', String(sound.length), '-i', 'pipe:0'];
  const run = await runTool(
    'ffmpeg',
    ['-hide_banner', '-nostats', ...input, '-af', 'ebur128=framelog=verbose', '-f', 'null', '-'],
    { stdin: [new Uint8Array(interleaved.buffer)] },
  );
  const [, text] = /I:\s+(-?[\d.]+) LUFS/u.exec(run.stderr) ?? [];
  return Number(text);
}

function tone(seconds: number, sampleRate: number, hertz: number, level: (second: number) => number): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, at) => {
    const second = at / sampleRate;
    return level(second) * Math.sin(2 * Math.PI * hertz * second);
  });
}

function noise(seconds: number, sampleRate: number, level: (second: number) => number): Float32Array {
  let state = 7;
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, at) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return level(at / sampleRate) * (state / 2 ** 31 - 1);
  });
}

const steady = (level: number) => (): number => level;
/** Loud and quiet by turns, so that the relative gate decides. */
const turns = (second: number): number => (Math.floor(second) % 3 === 0 ? 0.4 : 0.01);

describe('createLoudnessMeter', () => {
  const cases: [string, Float32Array[], number][] = [
    ['a tone of 1 kHz on both sides', [tone(5, 48_000, 997, steady(0.1)), tone(5, 48_000, 997, steady(0.1))], 48_000],
    ['a low tone', [tone(5, 48_000, 60, steady(0.3)), tone(5, 48_000, 60, steady(0.3))], 48_000],
    ['a high tone on one side', [tone(5, 48_000, 7000, steady(0.2)), new Float32Array(240_000)], 48_000],
    ['noise', [noise(6, 48_000, steady(0.3)), noise(6, 48_000, steady(0.2))], 48_000],
    ['noise at 44.1 kHz', [noise(6, 44_100, steady(0.3)), noise(6, 44_100, steady(0.2))], 44_100],
    ['loud and quiet noise by turns', [noise(9, 48_000, turns), noise(9, 48_000, turns)], 48_000],
    [
      'speech-like bursts between silences',
      [noise(8, 48_000, (second) => (second % 2 < 0.7 ? 0.2 : 0)), tone(8, 48_000, 300, turns)],
      48_000,
    ],
  ];
  test.each(cases)('reads %s as ffmpeg does, within 0.1 LU', async (_, sound, sampleRate) => {
    expect(Math.abs((measured(sound, sampleRate) ?? 0) - (await reference(sound, sampleRate)))).toBeLessThanOrEqual(
      0.1,
    );
  });

  test('reads −3.01 LUFS for a full-scale sine of 997 Hz on one channel, as the standard says', () => {
    expect(measured([tone(10, 48_000, 997, steady(1))], 48_000)).toBeCloseTo(-3.01, 2);
  });

  test('does not depend on the pieces it gets', () => {
    const sound = [noise(2, 8000, turns)];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9000 }), (piece) => {
        expect(measured(sound, 8000, piece)).toBeCloseTo(measured(sound, 8000, 16_000) ?? 0, 9);
      }),
      { numRuns: 20 },
    );
  });

  test('has nothing to say of silence, or of less than one block', () => {
    expect(measured([new Float32Array(96_000)], 48_000)).toBeNull();
    expect(measured([noise(0.3, 48_000, steady(0.5))], 48_000)).toBeNull();
  });
});

describe('levellingGainDb', () => {
  test('reaches the target where 12 dB are enough', () => {
    fc.assert(
      fc.property(fc.double({ min: TARGET_LUFS - 12, max: TARGET_LUFS + 12, noNaN: true }), (lufs) => {
        expect(lufs + levellingGainDb(lufs)).toBeCloseTo(-16, 9);
      }),
    );
  });

  test('gives no more than 12 dB either way, and leaves silence alone', () => {
    expect([-60, -4, 3, null].map(levellingGainDb)).toEqual([12, -12, -12, 0]);
  });
});
