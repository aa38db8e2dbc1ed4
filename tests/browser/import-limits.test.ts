/** Files that are too large, too long, or too much for this device or browser: a sentence that names the file and the limit, and nothing is left of them. */
import { cdp } from 'vitest/browser';
import { afterAll, expect, test } from 'vitest';
import { makeStill } from '#media/still/client.ts';
import { ownFileKinds, type OwnFileKind } from '#shared/entities/own-file.ts';
import { clip, converted } from './media-movie.ts';
import { namesTakenIn, removeTakenIn, takeIn } from './opfs.ts';

const SPEC = { seconds: 1, size: '360p', sceneNumber: 2, sound: 'tone' } as const;
const PIECE = new Blob([new Uint8Array(32_000_000)]);

afterAll(removeTakenIn);

/** What is said of a file; null where it was taken in without a word. */
async function said(parts: BlobPart[], name: string, kinds: readonly OwnFileKind[] = ownFileKinds) {
  const taken = await takeIn(new File(parts, name), kinds);
  return taken.ok ? taken.note : taken.sentence;
}

const made = (ending: string, args: string[]): Promise<Blob> => converted(SPEC, args, ending);

/** Of this many bytes, most of them zeros that nobody has in memory. */
const padded = (file: Blob, sizeBytes: number): Blob[] => [
  file,
  ...Array.from({ length: Math.floor((sizeBytes - file.size) / PIECE.size) }, () => PIECE),
  new Blob([new Uint8Array((sizeBytes - file.size) % PIECE.size)]),
];

const wide = async (): Promise<Blob> => {
  const png = new Uint8Array(await (await made('png', ['-frames:v', '1'])).arrayBuffer());
  new DataView(png.buffer).setUint32(16, 20_000);
  return new Blob([png]);
};
const hours = ['-vf', 'setpts=PTS*3700', '-fps_mode', 'passthrough', '-c:v', 'libx264', '-an'];

test.each<[string, string, () => Promise<Blob[]>, string]>([
  [
    'a clip of 3 GB',
    'Trip.mp4',
    async () => padded(await clip(SPEC), 3_000_000_000),
    '“Trip.mp4” is 3.0 GB. Clips can be up to 2.0 GB.',
  ],
  [
    'an hour of sound that isn’t compressed',
    'Talk.wav',
    async () => padded(await made('wav', ['-vn']), 691_200_044),
    '“Talk.wav” is 691 MB. Sound files can be up to 200 MB.',
  ],
  [
    'a clip of more than an hour',
    'Night.mp4',
    async () => [await made('mp4', hours)],
    '“Night.mp4” is longer than 60 minutes. Cut it into shorter clips and add those.',
  ],
  [
    'a picture of 20,000 pixels',
    'Map.png',
    async () => [await wide()],
    '“Map.png” is 20,000 × 360 pixels. Pictures can be up to 8,192 pixels a side.',
  ],
  [
    'a clip that was cut off',
    'Walk.mp4',
    async () => [(await clip(SPEC)).slice(0, 20_000)],
    '“Walk.mp4” is damaged or cut off, so its length can’t be read. Copy it here again and retry.',
  ],
  [
    'sound that was cut off',
    'Song.m4a',
    async () => [(await made('m4a', ['-vn'])).slice(0, 8_000)],
    '“Song.m4a” is damaged or cut off, so its length can’t be read. Copy it here again and retry.',
  ],
  ['a clip of no bytes', 'Empty.mov', async () => [], '“Empty.mov” is empty (0 bytes). Choose another file.'],
  [
    'a text that is called a clip',
    'Notes.mp4',
    async () => [new Blob(['What I saw at the harbor.'])],
    'Storyreel can’t tell what “Notes.mp4” is. Storyreel takes MP4, MOV, WebM, and MKV clips, JPEG, PNG, WebP, and AVIF pictures, and MP3, AAC, M4A, WAV, FLAC, and Ogg sound.',
  ],
  [
    'a picture that is called a clip',
    'Photo.mp4',
    async () => [await made('gif', ['-frames:v', '1'])],
    '“Photo.mp4” is GIF, which Storyreel can’t use. Save it as MP4 or PNG and add that.',
  ],
])('%s', async (_, name, parts, sentence) => {
  expect(await said(await parts(), name)).toBe(sentence);
  expect(await namesTakenIn()).toEqual([]);
});

test('an hour of compressed sound is taken in', async () => {
  const quiet = ['-vn', '-af', 'aloop=-1:size=8000,atrim=end=3600,volume=0', '-ar', '8000', '-ac', '1'];
  expect(await said([await made('flac', quiet)], 'Talk.flac', ['sound'])).toBeNull();
  expect(await namesTakenIn()).toHaveLength(1);
});

test('a file that this device has no room for leaves nothing, and is taken in when there is room', async () => {
  const limitTo = (limit: { quotaSize?: number }) =>
    cdp().send('Storage.overrideQuotaForOrigin', { origin: location.origin, ...limit });
  const before = await namesTakenIn();
  const parts = padded(await clip(SPEC), 24_000_000);
  const { usage = 0 } = await navigator.storage.estimate();
  try {
    await limitTo({ quotaSize: usage + 6_000_000 });
    expect(await said(parts, 'Trip.mp4')).toBe(
      '“Trip.mp4” needs 24 MB, and this device has less room for Storyreel. Free some space and add it again.',
    );
    expect(await namesTakenIn()).toEqual(before);
  } finally {
    await limitTo({});
  }
  expect(await said(parts, 'Trip.mp4')).toBeNull();
});

test('a picture becomes no scene in a browser that can’t encode one, which is said', async () => {
  const Plain = globalThis.Worker;
  const moduleOf = (code: string): string => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  globalThis.Worker = class extends Plain {
    constructor(url: string | URL, options?: WorkerOptions) {
      const refusing = 'VideoEncoder.isConfigSupported = async (config) => ({ config, supported: false });';
      super(moduleOf(`import '${moduleOf(refusing)}'; import '${new URL(url, location.href).href}';`), options);
    }
  };
  try {
    const settings = { seconds: 2, fit: 'fill', pushIn: false, background: 'black' } as const;
    const shape = { width: 640, height: 360, fps: { num: 24, den: 1 }, beside: null, at: 1 };
    const picture = await made('jpg', ['-frames:v', '1']);
    expect(await makeStill({ picture, name: 'Harbor.jpg', settings, ...shape })).toEqual({
      ok: false,
      sentence:
        'This browser can’t encode H.264, so it can’t turn “Harbor.jpg” into a scene. Open Storyreel in Chrome, Edge, or Safari and add it there.',
    });
  } finally {
    globalThis.Worker = Plain;
  }
});
