/** The server's export has the frames, the sound and the text of the browser's, whatever the project is. */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { overlay, P1080, P360, P720 } from './media-movie.ts';
import { MAGENTA, projects, twinOf } from './server-parity.ts';
import { SEED } from '#tests/helpers/test-values.ts';

const LEAST_SSIM = 0.97;
const MOST_SOUND_OFFSET_MS = 5;
const PLAIN = { seconds: 4, size: '360p', sceneNumber: 3 } as const;
/** More are tried by `npm run test:long`. */
const RUNS = Number(import.meta.env['VITE_PARITY_RUNS'] ?? 3);

/** How near the worst of them came, for whoever runs many. */
const worst = { ssim: 1, soundOffsetMs: 0 };
afterAll(() =>
  console.warn(
    `Of ${RUNS} random projects the least SSIM is`,
    worst.ssim,
    'and the largest offset of sound in ms',
    worst.soundOffsetMs,
  ),
);

test(
  'random projects come out alike in the browser and on the server',
  async () => {
    await fc.assert(
      fc.asyncProperty(projects, async (project) => {
        const twin = await twinOf(project);
        const [browserFrames, serverFrames] = twin.frames;
        expect(serverFrames).toBe(browserFrames);
        expect(Math.abs(twin.seconds[0] - twin.seconds[1])).toBeLessThanOrEqual(1 / 24);
        expect(twin.hasSound[0]).toBe(twin.hasSound[1]);
        expect(Math.abs(twin.soundOffsetMs ?? 0)).toBeLessThanOrEqual(MOST_SOUND_OFFSET_MS);
        worst.ssim = Math.min(worst.ssim, twin.worstSsim);
        worst.soundOffsetMs = Math.max(worst.soundOffsetMs, Math.abs(twin.soundOffsetMs ?? 0));
        expect(twin.worstSsim).toBeGreaterThanOrEqual(LEAST_SSIM);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  },
  RUNS * 120_000,
);

test('a text stands at the same pixels at 1080p', async () => {
  const text = 'A sentence that is long enough to be broken into two lines of text';
  const written = overlay(text, 0, 4, { color: MAGENTA, fontSize: 60, position: { x: 45, y: 40 } });
  const scenes = [{ spec: PLAIN, scene: { outFrame: 24, overlays: [written] } }];
  const twin = await twinOf({ scenes, target: P1080, levelling: false, music: null }, [12]);
  const [boxes] = twin.boxes;
  expect(boxes?.browser).not.toBeNull();
  for (const side of ['left', 'top', 'right', 'bottom'] as const)
    expect(Math.abs((boxes?.browser?.[side] ?? 0) - (boxes?.server?.[side] ?? 99))).toBeLessThanOrEqual(1);
});

test.for([24, 30] as const)('a text at %i fps comes and goes alike, picture by picture', async (fps) => {
  const fade = { fadeInUs: 1_000_000, fadeOutUs: 1_500_000 };
  const style = { bold: true, outline: true, shadow: true, box: true };
  const written = overlay('A town forgets', 0.5, 3.2, { color: '#FFFFFF', fontSize: 72, ...fade, style });
  const scenes = [
    { spec: PLAIN, scene: {} },
    { spec: { ...PLAIN, sceneNumber: 4, fps }, scene: { inFrame: 20, overlays: [written] } },
    { spec: { ...PLAIN, sceneNumber: 5 }, scene: {} },
  ];
  const twin = await twinOf({ scenes, target: P360, levelling: false, music: null });
  expect(twin.worstSsim).toBeGreaterThanOrEqual(LEAST_SSIM);
  worst.ssim = Math.min(worst.ssim, twin.worstSsim);
});

const foreign = ['VP8 and Vorbis in WebM', 'VP9 and Opus in WebM', 'H.264 and AAC in Matroska'] as const;

test.for(
  foreign.flatMap((name) => [
    { name, ends: 'whole' },
    { name, ends: 'cut' },
  ]),
)('a clip that came as $name comes out alike, $ends', async ({ name, ends }) => {
  const played = ends === 'cut' ? { inFrame: 13, outFrame: 70 } : {};
  const scenes = [
    { spec: PLAIN, scene: {} },
    { spec: name, scene: played },
  ];
  const twin = await twinOf({ scenes, target: P720, levelling: false, music: null });
  expect(twin.frames[1]).toBe(twin.frames[0]);
  expect(twin.frames[1]).toBe(ends === 'cut' ? 96 + 57 : 192);
  expect(Math.abs(twin.soundOffsetMs ?? Infinity)).toBeLessThanOrEqual(MOST_SOUND_OFFSET_MS);
  expect(twin.worstSsim).toBeGreaterThanOrEqual(LEAST_SSIM);
  worst.ssim = Math.min(worst.ssim, twin.worstSsim);
});

test('H.264 and AAC in a Matroska file are copied on the server as in the browser', async () => {
  const scenes = [{ spec: 'H.264 and AAC in Matroska' as const, scene: {} }];
  const { receipt } = await twinOf({ scenes, target: P360, levelling: false, music: null });
  expect(receipt.stretches.map(({ kind }) => kind)).toEqual(['copy']);
  expect(receipt.sound).toMatchObject({ encodedPackets: 0 });
});

test.for(['wav', 'mp3', 'm4a', 'flac'] as const)(
  'music from a file of type %s is heard at the same time, and again from its start',
  async (kind) => {
    const scenes = [{ spec: { ...PLAIN, sound: 'none' as const }, scene: {} }];
    const music = { kind, seconds: 2, gainDb: -3 };
    const twin = await twinOf({ scenes, target: P360, levelling: false, music });
    expect(Math.abs(twin.soundOffsetMs ?? Infinity)).toBeLessThanOrEqual(MOST_SOUND_OFFSET_MS);
    expect(Math.abs(twin.endOffsetMs ?? Infinity)).toBeLessThanOrEqual(MOST_SOUND_OFFSET_MS);
  },
);
