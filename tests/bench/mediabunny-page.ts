/** Mediabunny's two usual pipelines: over a canvas, and with samples handed on. Sound is copied, which is kindest to it. */
import {
  ALL_FORMATS,
  BlobSource,
  CanvasSink,
  CanvasSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  VideoSampleSink,
  VideoSampleSource,
  type InputAudioTrack,
  type InputVideoTrack,
  type VideoSource,
} from 'mediabunny';
import { BENCH_VIDEO, readClips, storeClips, timeWriting } from './bench-window.ts';

/** Encodes a clip's pictures from a time in the movie (seconds). */
type Pump = (track: InputVideoTrack, startSeconds: number) => Promise<void>;
type Pipeline = { source: VideoSource; pump: Pump };

const { width, height, fps } = BENCH_VIDEO;
const encoding = (bitrate: number) => ({ codec: 'avc', bitrate }) as const;

const pipelines: Record<string, (bitrateBps: number) => Pipeline> = {
  canvas(bitrateBps) {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { alpha: false });
    if (context === null) throw new Error('There is no 2d canvas');
    const source = new CanvasSource(canvas, encoding(bitrateBps));
    return {
      source,
      async pump(track, startSeconds) {
        for await (const shown of new CanvasSink(track, { width, height, fit: 'fill', poolSize: 2 }).canvases()) {
          context.drawImage(shown.canvas, 0, 0);
          await source.add(startSeconds + shown.timestamp, shown.duration);
        }
      },
    };
  },
  samples(bitrateBps) {
    const source = new VideoSampleSource(encoding(bitrateBps));
    return {
      source,
      async pump(track, startSeconds) {
        for await (const sample of new VideoSampleSink(track).samples()) {
          sample.setTimestamp(startSeconds + sample.timestamp);
          await source.add(sample);
          sample.close();
        }
      },
    };
  },
};

window.bench = {
  load: storeClips,
  async run(method, clipCount, bitrateBps) {
    const files = await readClips(clipCount);
    const pipeline = pipelines[method]?.(bitrateBps);
    if (pipeline === undefined) throw new RangeError(`There is no method ${method}`);
    return await timeWriting(async (file) => await writeMovie(files, file, pipeline), 'sound copied');
  },
};

async function writeMovie(
  files: readonly File[],
  file: FileSystemFileHandle,
  { source, pump }: Pipeline,
): Promise<void> {
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new StreamTarget(await file.createWritable(), { chunked: true }),
  });
  const sound = new EncodedAudioPacketSource('aac');
  output.addVideoTrack(source, { frameRate: fps });
  output.addAudioTrack(sound);
  await output.start();
  let startSeconds = 0;
  for (const clip of files) {
    const input = new Input({ source: new BlobSource(clip), formats: ALL_FORMATS });
    const video = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    if (video === null || audio === null) throw new Error('A bench clip has picture and sound');
    await Promise.all([pump(video, startSeconds), copySound(audio, sound, startSeconds)]);
    startSeconds += await video.computeDuration();
    input.dispose();
  }
  await output.finalize();
}

async function copySound(track: InputAudioTrack, sound: EncodedAudioPacketSource, startSeconds: number): Promise<void> {
  const decoderConfig = await track.getDecoderConfig();
  if (decoderConfig === null) throw new Error('The sound is in no known codec');
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (packet.timestamp < 0) continue;
    await sound.add(packet.clone({ timestamp: startSeconds + packet.timestamp }), { decoderConfig });
  }
}
