/**
 * Finds out whether the browser's encoder scales frames by itself, as WebCodecs says it must ("The encoder MUST scale any
 * VideoFrame whose visible width differs", VideoEncoderConfig.width). It does so on its own thread, several times faster
 * than a script could; but what is only promised is tried with one picture before it is relied on.
 */
import { differenceOf } from '#shared/join/fingerprint.ts';
import { fingerprintOf } from '../check/fingerprint.ts';
import { sameTags, type ColorTags } from '#shared/color/color-tags.ts';
import { tagsOf, videoColorSpace } from '#media/decode/frame-color.ts';
import { createPlanes } from '#media/compositor/planes.ts';
import type { VideoFacts } from '#shared/clip/clip-facts.ts';

type Size = { width: number; height: number };

/** Grey levels, as a mean: coding a smooth ramp costs less than one; cropping instead of scaling tens. */
const TOLERANCE = 4;

/** Whether frames of a clip may be scaled by the encoder; each size is tried once. */
export function createScalingTrial(
  config: VideoEncoderConfig,
  color: ColorTags,
): (video: VideoFacts) => Promise<boolean> {
  const tried = new Map<string, Promise<boolean>>();
  return ({ codedWidth, codedHeight, width, height, turn }) => {
    const isSame = width === config.width && height === config.height;
    // Pixels that are not square are stretched here, where both sizes are known, and turned pictures are turned.
    if (isSame || turn !== null || codedWidth !== width || codedHeight !== height) return Promise.resolve(false);
    const key = `${width}x${height}`;
    const trial = tried.get(key) ?? encoderScales(config, { width, height }, color);
    tried.set(key, trial);
    return trial;
  };
}

/** Encodes one ramp of the size `from` and looks at what comes out. */
async function encoderScales(config: VideoEncoderConfig, from: Size, color: ColorTags): Promise<boolean> {
  const ramp = rampFrame(from, color);
  try {
    const wanted = await fingerprintOf(ramp, color);
    const decoded = await throughCodec(config, ramp);
    if (decoded === null) return false;
    try {
      const isWhole = decoded.visibleRect?.width === config.width && decoded.visibleRect.height === config.height;
      return (
        isWhole &&
        sameTags(tagsOf(decoded, color), color) &&
        differenceOf(wanted, await fingerprintOf(decoded, color)) <= TOLERANCE
      );
    } finally {
      decoded.close();
    }
  } finally {
    ramp.close();
  }
}

/** Null where encoder or decoder refuse. The caller closes the frame. */
async function throughCodec(config: VideoEncoderConfig, frame: VideoFrame): Promise<VideoFrame | null> {
  const state: { decoded: VideoFrame | null; hasFailed: boolean } = { decoded: null, hasFailed: false };
  const fail = (): void => {
    state.hasFailed = true;
  };
  const decoder = new VideoDecoder({
    output: (picture) => {
      state.decoded?.close();
      state.decoded = picture;
    },
    error: fail,
  });
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => {
      if (metadata?.decoderConfig !== undefined) decoder.configure(metadata.decoderConfig);
      decoder.decode(chunk);
    },
    error: fail,
  });
  try {
    encoder.configure(config);
    encoder.encode(frame, { keyFrame: true });
    await encoder.flush();
    if (!state.hasFailed) await decoder.flush();
  } catch (error) {
    // A refusal is an answer here; anything but a codec's own error is a bug.
    if (!(error instanceof DOMException)) throw error;
    fail();
  } finally {
    if (encoder.state !== 'closed') encoder.close();
    if (decoder.state !== 'closed') decoder.close();
  }
  if (!state.hasFailed) return state.decoded;
  state.decoded?.close();
  return null;
}

/** Brightness rises from corner to corner, so that every part of the picture is told from every other. */
function rampFrame({ width, height }: Size, color: ColorTags): VideoFrame {
  const planes = createPlanes(width, height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1)
      planes.y[row * width + column] = 16 + Math.round((110 * column) / width + (109 * row) / height);
  }
  return new VideoFrame(planes.data, {
    format: 'I420',
    codedWidth: width,
    codedHeight: height,
    timestamp: 0,
    colorSpace: videoColorSpace(color),
  });
}
