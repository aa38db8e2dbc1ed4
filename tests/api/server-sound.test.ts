/** The sound of clips that ffmpeg alone would put elsewhere than browsers do. */
import { expect, it } from 'vitest';
import { oddClipPath, type OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { serverPlan, serverSound } from '#tests/helpers/server-movie.ts';

/** Of a file that stands in the place of the clip that a plan was made for. */
async function soundOf(name: OddClipName): Promise<Float32Array[]> {
  const { plan } = await serverPlan([
    { path: await clipPath({ seconds: 4, size: '360p', sceneNumber: 7 }), number: 7 },
  ]);
  const path = await oddClipPath(name);
  return await serverSound(plan, new Map(plan.scenes.map(({ clip }) => [clip.sha256, path])));
}

it('mono that its container calls stereo is heard on both sides', async () => {
  const [left, right] = await soundOf('mono AAC without its description');
  expect(left?.some((sample) => Math.abs(sample) > 0.01)).toBe(true);
  expect(right).toEqual(left);
});

/** A scene begins with its picture, and that of a Matroska file stands 7 ms behind its start, as ffmpeg writes the delay of Opus. */
const PICTURE_STARTS_AT = 336;

it.each<OddClipName>(['Opus in WebM', 'VP9 and Opus in WebM', 'WebM of a screen recorder'])(
  '%s is at its place, to the sample',
  async (name) => {
    const [left = new Float32Array()] = await soundOf(name);
    const [inMp4 = new Float32Array()] = await soundOf('Opus in MP4');
    const wanted = inMp4.subarray(PICTURE_STARTS_AT);
    const unlike = wanted.findIndex((sample, at) => Math.abs(sample - (left[at] ?? 0)) > 0.001);
    expect(wanted.some((sample) => Math.abs(sample) > 0.01)).toBe(true);
    expect(unlike).toBe(-1);
  },
);
