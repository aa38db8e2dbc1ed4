/** WebAV: its full encode, and its joining of files without encoding. */
import { Combinator, fastConcatMP4, MP4Clip, OffscreenSprite } from '@webav/av-cliper';
import { BENCH_VIDEO, readClips, storeClips, timeWriting } from '../bench-window.ts';

const { width, height, fps } = BENCH_VIDEO;

window.bench = {
  load: storeClips,
  async run(method, clipCount, bitrateBps) {
    const files = await readClips(clipCount);
    if (method === 'copy') return await timeWriting(async (file) => await copy(files, file));
    // Its encoder of sound is the browser's own, which Chromium on Linux does not have for AAC.
    return await timeWriting(async (file) => await encode(files, file, bitrateBps), 'no sound');
  },
};

async function copy(files: readonly File[], target: FileSystemFileHandle): Promise<void> {
  const movie = await fastConcatMP4(files.map((file) => file.stream()));
  await movie.pipeTo(await target.createWritable());
}

async function encode(files: readonly File[], target: FileSystemFileHandle, bitrateBps: number): Promise<void> {
  const combinator = new Combinator({ width, height, fps, bitrate: bitrateBps, audio: false });
  const clips: MP4Clip[] = [];
  let offset = 0;
  for (const file of files) {
    const clip = new MP4Clip(file.stream(), { audio: false });
    clips.push(clip);
    await clip.ready;
    const { duration } = clip.meta;
    const sprite = new OffscreenSprite(clip);
    await sprite.ready;
    sprite.time = { offset, duration };
    await combinator.addSprite(sprite);
    offset += duration;
  }
  await combinator.output().pipeTo(await target.createWritable());
  combinator.destroy();
  for (const clip of clips) clip.destroy();
}
