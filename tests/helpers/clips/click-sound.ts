// The sound of a clip: clicks that begin with the flashes, and where to find them again.

import type { ClipPlan } from './clip-spec.ts';

export const SAMPLE_RATE = 48_000;
/** Samples of one AAC packet, and of the encoder's own priming. */
export const AAC_PACKET = 1024;

/** 1.5 ms: long enough to survive coding, short enough to be found to the millisecond. */
const CLICK_SAMPLES = 72;
const CLICK_HZ = 4000;
const CLICK_LEVEL = 0.95;
const TONE_LEVEL = 0.1;

/** Two clicks are never nearer than this; within it, the rest of a click is skipped. */
const DEAD_SAMPLES = SAMPLE_RATE / 20;

/** Interleaved stereo samples, 32-bit float, for the length of the picture. Null if the clip has no sound. */
export function clipSound(plan: ClipPlan): Float32Array | null {
  if (plan.sound === 'none') return null;
  const length = Math.round((plan.frames / plan.fps) * SAMPLE_RATE);
  const mono = plan.sound === 'tone' ? tone(length, 220 + plan.sceneNumber * 20) : clicks(length, plan);
  const stereo = new Float32Array(length * 2);
  mono.forEach((sample, at) => {
    stereo[at * 2] = sample;
    stereo[at * 2 + 1] = sample;
  });
  return stereo;
}

/**
 * Positions of the clicks in mono samples, as sample numbers. A click begins where the sound first reaches half
 * of the track's loudest value, so the quieter echo that a coder puts in front of it isn't taken for its start.
 */
export function clickPositions(mono: Float32Array): number[] {
  const loudest = mono.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  if (loudest < 0.1) return [];
  const found: number[] = [];
  for (let at = 0; at < mono.length; at += 1) {
    if (Math.abs(mono[at] ?? 0) < loudest / 2) continue;
    found.push(at);
    at += DEAD_SAMPLES;
  }
  return found;
}

function clicks(length: number, plan: ClipPlan): Float32Array {
  const samples = new Float32Array(length);
  for (const frame of plan.flashFrames) {
    const start = Math.round((frame / plan.fps) * SAMPLE_RATE);
    for (let at = 0; at < CLICK_SAMPLES && start + at < length; at += 1) {
      // A cosine begins at its full height, so the first sample is already the click.
      samples[start + at] = CLICK_LEVEL * Math.cos((2 * Math.PI * CLICK_HZ * at) / SAMPLE_RATE);
    }
  }
  return samples;
}

function tone(length: number, hz: number): Float32Array {
  return Float32Array.from({ length }, (_, at) => TONE_LEVEL * Math.sin((2 * Math.PI * hz * at) / SAMPLE_RATE));
}
