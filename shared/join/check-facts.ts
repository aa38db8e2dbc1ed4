/** Holds what a reader found in a finished movie against its plan: size, frames and their times, color, sound. */
import { frameTimeUs } from '#shared/movie/time.ts';
import { SAMPLES_PER_PACKET } from '#shared/aac/aac-config.ts';
import type { ClipFacts } from '#shared/clip/clip-facts.ts';
import { resolvedTags, sameTags } from '#shared/color/color-tags.ts';
import type { ExportPlan } from '#shared/export-plan/plan-types.ts';
import { SOUND_TOLERANCE_US } from './check-index.ts';
import { expect, MovieDiffers } from './expect.ts';

/** Half a tick of the finest time scale that is used (1/57600 s), and the rounding to microseconds; WebM counts milliseconds. */
const STEP_TOLERANCE_US = { mp4: 20, webm: 600 } as const;

/** @throws MovieDiffers */
export function checkPicture({ video }: ClipFacts, plan: ExportPlan): void {
  expect(
    video.width === plan.target.width && video.height === plan.target.height,
    `the picture is ${video.width}×${video.height}`,
  );
  expect(video.frameCount === plan.frameCount, `there are ${video.frameCount} frames for ${plan.frameCount}`);
  const tolerance = STEP_TOLERANCE_US[plan.target.format];
  video.frameTimesUs.forEach((us, frame) => {
    expect(Math.abs(us - frameTimeUs(frame, plan.fps)) <= tolerance, `frame ${frame} stands at ${us} us`);
  });
  const found = resolvedTags(video.color, plan.target);
  expect(sameTags(found, plan.color), `the colour is tagged ${JSON.stringify(video.color)}`);
  const saysNothing = plan.tags.matrix === null;
  expect(
    plan.target.format !== 'mp4' || (video.color.matrix === null) === saysNothing,
    'the colour tags are not the clips’ own',
  );
}

/** @returns the length of the sound in microseconds. @throws MovieDiffers */
export function checkSound({ audio }: ClipFacts, plan: ExportPlan): number {
  if (plan.audio === null) {
    expect(audio === null, 'there is sound that was not planned');
    return 0;
  }
  if (audio === null) throw new MovieDiffers('the planned sound is missing');
  const lengthUs = plan.target.format === 'mp4' ? checkAac(audio, plan.audio) : checkOpus(audio);
  const offUs = lengthUs - frameTimeUs(plan.frameCount, plan.fps);
  expect(Math.abs(offUs) <= SOUND_TOLERANCE_US, `the sound is ${offUs} us longer than the picture`);
  return lengthUs;
}

type SoundFound = NonNullable<ClipFacts['audio']>;

function checkAac(audio: SoundFound, { config, packetCount }: NonNullable<ExportPlan['audio']>): number {
  expect(
    audio.sampleRate === config.sampleRate && audio.channels === config.channels,
    `the sound is ${audio.sampleRate} Hz by ${audio.channels}`,
  );
  expect(audio.primingPackets <= 1 && audio.firstSample === 0, 'the sound does not start at 0');
  expect(audio.packetCount === packetCount, `there are ${audio.packetCount} packets of sound for ${packetCount}`);
  return Math.round((audio.packetCount * SAMPLES_PER_PACKET * 1_000_000) / config.sampleRate);
}

function checkOpus(audio: SoundFound): number {
  expect(audio.codec === 'opus', `the sound is ${audio.codec}`);
  return Math.round(audio.endSeconds * 1_000_000);
}
