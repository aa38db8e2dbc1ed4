/** Clips that came as WebM or MKV, as the server's writer reads them. */
import { expect, it } from 'vitest';
import { openSource } from '#edge-api/providers/movie-writer/ffmpeg/files.ts';
import { openSceneClips, closeClips, type OpenClip } from '#edge-api/providers/movie-writer/ffmpeg/open-clips.ts';
import { isMatroska } from '#edge-api/providers/movie-writer/ffmpeg/repack-clip.ts';
import type { ClipFacts } from '#shared/clip/clip-facts.ts';
import { oddClipPath, type OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { serverPlan } from '#tests/helpers/server-movie.ts';
import { inTemporaryFolder } from '#tests/helpers/temporary-folder.ts';

const SPEC = { seconds: 4, size: '360p', sceneNumber: 7 } as const;

/** Of a file that stands in the place of the clip that a plan was made for. */
async function factsOf(path: string): Promise<ClipFacts | undefined> {
  const { signal } = new AbortController();
  const { plan } = await serverPlan([{ path: await clipPath(SPEC), number: 7 }]);
  const opened = new Map<string, OpenClip>();
  return await inTemporaryFolder(async ({ folder }) => {
    const ffmpeg = { program: 'ffmpeg', folder, signal };
    try {
      const [clip] = await openSceneClips({ plan, open: async () => path }, opened, { signal, ffmpeg });
      return clip?.facts;
    } finally {
      await closeClips(opened);
    }
  });
}

it.each<[OddClipName, string, string]>([
  ['VP8 and Vorbis in WebM', 'avc1', 'mp4a'],
  ['VP9 and Opus in WebM', 'vp09', 'opus'],
  ['H.264 and AAC in Matroska', 'avc1', 'mp4a.40.2'],
])('%s keeps its frames and their times', async (name, picture, sound) => {
  const path = await oddClipPath(name);
  const facts = await factsOf(path);
  expect(facts?.video).toMatchObject({ width: 640, height: 360, frameCount: 96, fps: { num: 24, den: 1 } });
  expect(facts?.video.codec.startsWith(picture)).toBe(true);
  expect(facts?.audio?.codec.toLowerCase().startsWith(sound)).toBe(true);
});

it('H.264 and AAC can be copied out of a Matroska file, though it rounds their times', async () => {
  const facts = await factsOf(await oddClipPath('H.264 and AAC in Matroska'));
  expect(facts?.video.copyRefusal).toBeNull();
  expect(facts?.audio?.aac).toMatchObject({ sampleRate: 48_000 });
  expect(facts?.audio?.stored?.sizes.length).toBeGreaterThan(180);
});

it('a file that only begins like one is named with its scene', () =>
  inTemporaryFolder(async ({ file }) => {
    const head = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853', 'hex');
    const path = await file('begun.webm', Buffer.concat([head, Buffer.alloc(5000)]));
    const source = await openSource(path);
    expect(await isMatroska(source)).toBe(true);
    await source.close();
    await expect(factsOf(path)).rejects.toThrow(
      'The server can’t read the clip of scene 7. Generate or add that clip again, then export again.',
    );
  }));
