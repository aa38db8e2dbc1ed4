/** Turns work done into a share of the whole that only rises. */
import type { WritingProgress } from '../port.ts';

export type WritingMeter = {
  /** What there is to do, once it is known. */
  plan(work: { frames: number; isSoundEncoded: boolean }): void;
  phase(phase: WritingProgress['phase']): void;
  /** Encoded frames so far. */
  frames(count: number): void;
  /** Shares of their part of the work, 0 to 1. */
  sound(share: number): void;
  joined(share: number): void;
};

/** Parts of a hundred, by a guess; those of what needs not be done go to the others. */
const USUAL = { encoding: 84, sound: 6, joining: 4, checking: 6 };

export function createWritingMeter(report: (progress: WritingProgress) => void): WritingMeter {
  let phase: WritingProgress['phase'] = 'preparing';
  let frames = 0;
  let parts = { ...USUAL };
  const done = { encoding: 0, sound: 0, joining: 0 };
  let told = 0;
  const tell = (): void => {
    const whole = parts.encoding + parts.sound + parts.joining + parts.checking;
    const share = (parts.encoding * done.encoding + parts.sound * done.sound + parts.joining * done.joining) / whole;
    told = Math.max(told, Math.min(99, Math.floor(share * 100)));
    report({ phase, percent: told });
  };
  const part = (name: keyof typeof done, share: number): void => {
    done[name] = Math.min(1, share);
    tell();
  };
  return {
    plan(work) {
      ({ frames } = work);
      parts = { ...USUAL, encoding: frames === 0 ? 0 : USUAL.encoding, sound: work.isSoundEncoded ? USUAL.sound : 0 };
    },
    phase(next) {
      phase = next;
      if (next === 'joining') [done.encoding, done.sound] = [1, 1];
      if (next === 'checking') done.joining = 1;
      tell();
    },
    frames: (count) => part('encoding', frames === 0 ? 1 : count / frames),
    sound: (share) => part('sound', share),
    joined: (share) => part('joining', share),
  };
}
