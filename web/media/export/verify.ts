/**
 * Opens the finished movie again by another reader than its writer, and holds it against the plan. A movie that differs is
 * not offered.
 */
import { frameTimeUs } from '#shared/movie/time.ts';
import { decodeFrames } from '../decode/decode-frames.ts';
import { sameTags, tagsOf } from '../decode/color-tags.ts';
import { MediaFailure } from '../failures.ts';
import { openClip, type OpenClip } from '../probe/open-clip.ts';
import type { Verification } from '../worker/protocol.ts';
import { differenceOf, fingerprintOf, type Fingerprint } from './fingerprint.ts';
import { SAMPLES_PER_PACKET, type ExportPlan } from './plan-export.ts';

/** A frame as it was handed to the encoder. */
export type SampledFrame = { frame: number; sceneNumber: number; fingerprint: Fingerprint };

/** Sound may end this much before or after the picture; packets are 21 ms long. */
const SOUND_TOLERANCE_US = 25_000;
/** Grey levels, as a mean over the picture. Coding moves it by one or two; another picture by tens. */
const PICTURE_TOLERANCE = 10;
/** Half a tick of the finest time scale that is used (1/57600 s), and the rounding to microseconds. */
const STEP_TOLERANCE_US = 20;

/** @throws MediaFailure `verification-failed` that says in `detail` what differs, or an AbortError */
export async function verifyMovie(
  file: Blob,
  plan: ExportPlan,
  samples: readonly SampledFrame[],
  signal: AbortSignal,
): Promise<Verification> {
  const movie = await open(file);
  try {
    checkPicture(movie, plan);
    const audioDurationUs = checkSound(movie, plan);
    const worstPictureDifference = await comparePictures(movie, plan, samples, signal);
    const { video, audio } = movie.facts;
    return {
      frameCount: video.frameCount,
      videoDurationUs: frameTimeUs(video.frameCount, plan.fps),
      audioDurationUs,
      videoCodec: video.codec,
      audioCodec: audio?.codec ?? null,
      color: video.color,
      worstPictureDifference,
    };
  } finally {
    movie.close();
  }
}

async function open(file: Blob): Promise<OpenClip> {
  try {
    return await openClip(file);
  } catch (error) {
    throw new MediaFailure('verification-failed', { detail: 'the file cannot be opened' }, error);
  }
}

function checkPicture({ facts: { video } }: OpenClip, plan: ExportPlan): void {
  expect(
    video.width === plan.target.width && video.height === plan.target.height,
    `the picture is ${video.width}×${video.height}`,
  );
  expect(video.frameCount === plan.frameCount, `there are ${video.frameCount} frames for ${plan.frameCount}`);
  // Stored order is decoding order; where it is also the order of showing, decode times rise with the steps below.
  expect(!video.isReordered, 'frames are stored out of order');
  video.frameTimesUs.forEach((us, frame) => {
    expect(Math.abs(us - frameTimeUs(frame, plan.fps)) <= STEP_TOLERANCE_US, `frame ${frame} stands at ${us} us`);
  });
  expect(sameTags(video.color, plan.color), `the colour is tagged ${JSON.stringify(video.color)}`);
}

/** @returns the length of the sound in microseconds */
function checkSound({ facts: { audio } }: OpenClip, plan: ExportPlan): number {
  if (plan.audio === null) {
    expect(audio === null, 'there is sound that was not planned');
    return 0;
  }
  if (audio === null) throw new MediaFailure('verification-failed', { detail: 'the planned sound is missing' });
  const { config } = plan.audio;
  expect(
    audio.sampleRate === config.sampleRate && audio.channels === config.channels,
    `the sound is ${audio.sampleRate} Hz by ${audio.channels}`,
  );
  expect(audio.primingPackets === 0 && audio.firstSample === 0, 'the sound does not start at 0');
  expect(
    audio.packetCount === plan.audio.packetCount,
    `there are ${audio.packetCount} packets of sound for ${plan.audio.packetCount}`,
  );
  const lengthUs = Math.round((audio.packetCount * SAMPLES_PER_PACKET * 1_000_000) / config.sampleRate);
  const offUs = lengthUs - frameTimeUs(plan.frameCount, plan.fps);
  expect(Math.abs(offUs) <= SOUND_TOLERANCE_US, `the sound is ${offUs} us longer than the picture`);
  return lengthUs;
}

/** Decodes the sampled frames. @returns the largest difference */
async function comparePictures(
  movie: OpenClip,
  plan: ExportPlan,
  samples: readonly SampledFrame[],
  signal: AbortSignal,
): Promise<number> {
  let worst = 0;
  for (const sample of samples) {
    let found: number | null = null;
    for await (const { frame } of decodeFrames(movie, sample.frame, sample.frame, { signal, color: plan.color })) {
      try {
        // The stream's own tags, as the decoder read them, must be those of the container.
        expect(
          sameTags(tagsOf(frame, plan.color), plan.color),
          `frame ${sample.frame} is tagged ${JSON.stringify(frame.colorSpace)}`,
        );
        found = differenceOf(sample.fingerprint, await fingerprintOf(frame));
      } finally {
        frame.close();
      }
    }
    if (found === null)
      throw new MediaFailure('verification-failed', {
        sceneNumber: sample.sceneNumber,
        detail: `frame ${sample.frame} does not decode`,
      });
    expect(
      found <= PICTURE_TOLERANCE,
      `frame ${sample.frame} of scene ${sample.sceneNumber} differs by ${found.toFixed(1)}`,
    );
    worst = Math.max(worst, found);
  }
  return worst;
}

function expect(holds: boolean, detail: string): void {
  if (!holds) throw new MediaFailure('verification-failed', { detail });
}
