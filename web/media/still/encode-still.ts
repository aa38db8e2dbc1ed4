/** Encodes a picture or a background as a clip in H.264, which from then on is one like any other. */
import { resolvedTags, type ColorTags } from '#shared/color/color-tags.ts';
import { bitrateFor } from '#shared/export-plan/bitrate.ts';
import { coloredLike } from '#shared/export-plan/plan-export.ts';
import { planStitch } from '#shared/join/stitch.ts';
import { fpsNumber, frameTimeUs } from '#shared/movie/time.ts';
import { stillBox, zoomAt } from '#shared/movie/still-box.ts';
import { stillGrounds } from '#shared/movie/still-grounds.ts';
import { movieWords } from '#shared/words/clip-words.ts';
import { ownBytes } from '../bytes.ts';
import { frameOf } from '../compositor/compose-frames.ts';
import { createPlanes, rgbaToPlanes, type Planes } from '../compositor/planes.ts';
import { chooseEncoder } from '../export/encode/choose-encoder.ts';
import { createEncoder, type EncodedFrame } from '../export/encode/encoder.ts';
import { shownOrder } from '../export/encode/shown-order.ts';
import { runOfSegment } from '../export/segments/blob-run.ts';
import { blobSink } from '../export/write/movie-sink.ts';
import { MediaFailure } from '../failures.ts';
import type { StillRequest } from './protocol.ts';

/** A cut into the clip is copied from the key frame before it at the earliest. */
const KEY_FRAME_SECONDS = 1;

/**
 * An MP4 without sound.
 * @param picture null for the background alone; stays the caller's
 * @param tags what the file says of its colors, which may be nothing
 * @throws MediaFailure `no-webcodecs`, `unsupported-encoder`, or `encoder-failed`
 */
export async function encodeStill(picture: ImageBitmap | null, request: StillRequest, tags: ColorTags): Promise<Blob> {
  const color = resolvedTags(tags, request);
  const { width, height, fps, settings, name, at } = request;
  const target = { format: 'mp4', label: name, width, height } as const;
  const frameCount = Math.max(1, Math.round(settings.seconds * fpsNumber(fps)));
  const { config } = await chooseEncoder(target, fps, bitrateFor(target, fps, []));
  const chunks: EncodedFrame[] = [];
  const { signal } = new AbortController();
  const encoder = createEncoder(config, (chunk) => chunks.push(chunk), signal);
  try {
    const keyEvery = Math.max(1, Math.round(KEY_FRAME_SECONDS * fpsNumber(fps)));
    const planesAt = stillPlanes(picture, request, { frameCount, color });
    for (let frame = 0; frame < frameCount; frame += 1) {
      const timestamp = frameTimeUs(frame, fps);
      const time = { timestamp, duration: frameTimeUs(frame + 1, fps) - timestamp };
      await encoder.encode(frameOf(planesAt(frame), color, time), frame % keyEvery === 0);
    }
    await encoder.flush();
  } finally {
    encoder.close();
  }
  const description = chunks.find((chunk) => chunk.config !== null)?.config?.description;
  if (description === undefined || chunks.length !== frameCount)
    throw new MediaFailure('encoder-failed', { detail: `${chunks.length} of ${frameCount} frames` });
  const index = {
    codec: config.codec,
    description: coloredLike(ownBytes(description), tags),
    sizes: chunks.map(({ data }) => data.length),
    keys: chunks.flatMap(({ isKey }, place) => (isKey ? [place] : [])),
    shown: shownOrder(chunks.map(({ timestampUs }) => timestampUs)),
    timesUs: null,
    sample: null,
  };
  const media = new Blob(chunks.map(({ data }) => ownBytes(data)));
  const stitched = planStitch({
    width,
    height,
    fps,
    tags,
    codec: { format: 'avc1', record: index.description, lightBoxes: new Uint8Array(0) },
    metadata: { title: name, author: null, comment: '', tool: movieWords.tool, xmp: null, createdAt: at },
    video: [runOfSegment({ key: '', index, media }, null)],
    audio: null,
  });
  return await stitched.writeTo(blobSink('video/mp4'), () => undefined, signal);
}

/** Planes of each frame. What doesn't move is drawn once. */
function stillPlanes(
  picture: ImageBitmap | null,
  { width, height, settings }: StillRequest,
  { frameCount, color }: { frameCount: number; color: ColorTags },
): (frame: number) => Planes {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new MediaFailure('no-canvas');
  context.imageSmoothingQuality = 'high';
  const { top, bottom } = stillGrounds[settings.background];
  const ground = context.createLinearGradient(0, 0, 0, height);
  ground.addColorStop(0, top);
  ground.addColorStop(1, bottom);
  const planes = createPlanes(width, height);
  const draw = (frame: number): void => {
    context.fillStyle = ground;
    context.fillRect(0, 0, width, height);
    if (picture !== null) {
      const zoom = zoomAt(frame, frameCount, settings.pushIn);
      const box = stillBox(picture, { width, height }, settings.fit, zoom);
      context.drawImage(picture, box.x, box.y, box.width, box.height);
    }
    rgbaToPlanes(context.getImageData(0, 0, width, height).data, color.matrix, planes);
  };
  const moves = picture !== null && settings.pushIn;
  return (frame) => {
    if (moves || frame === 0) draw(frame);
    return planes;
  };
}
