// What a look-alike clip shall be.

export interface ClipSpec {
  /** Length of the picture in seconds; usual ones are 4, 5, 6, 8 and 15. */
  seconds: number;
  /** Length of the short side (default '720p'). 360p is for tests that must be quick. */
  size?: '360p' | '720p' | '1080p';
  /** Default '16:9'. */
  ratio?: '16:9' | '9:16';
  /** 0 to 255; colours the background and stands in the marker. */
  sceneNumber: number;
  /** Default 24. */
  fps?: 24 | 30;
  /**
   * - `click-track` (default): silence with a click at the start of every flash.
   * - `tone`: a quiet sine whose pitch depends on the scene, without clicks.
   * - `none`: no sound track at all.
   */
  sound?: 'click-track' | 'tone' | 'none';
  /** Frames that carry the flash, from 0; by default 24, 72, 120, … */
  flashFrames?: readonly number[];
  /** Baseline profile without B-frames, so that its parameter sets differ from the usual ones. */
  hasOtherParameterSets?: boolean;
  /** With the box of about 6 kB that content credentials come in (default true). */
  hasUuidBox?: boolean;
  /**
   * - `truncated`: the last 40 % of the bytes are missing, and the index with them.
   * - `wrongLengthHeader`: the header says two seconds more than there is.
   * - `notVideo`: an HTML page.
   */
  broken?: 'truncated' | 'wrongLengthHeader' | 'notVideo';
}

/** A spec with its defaults filled in and its measures worked out. */
export interface ClipPlan {
  frames: number;
  fps: 24 | 30;
  width: number;
  height: number;
  sceneNumber: number;
  sound: 'click-track' | 'tone' | 'none';
  flashFrames: readonly number[];
  hasOtherParameterSets: boolean;
  hasUuidBox: boolean;
  broken: ClipSpec['broken'] | null;
}

const SHORT_SIDE = { '360p': 360, '720p': 720, '1080p': 1080 };
const FIRST_FLASH = 24;
const FLASH_EVERY = 48;

/** Fills in the defaults. Throws a RangeError for a scene number that the marker can't hold. */
export function planClip(spec: ClipSpec): ClipPlan {
  const fps = spec.fps ?? 24;
  const frames = Math.round(spec.seconds * fps);
  const short = SHORT_SIDE[spec.size ?? '720p'];
  const long = (short * 16) / 9;
  const isUpright = spec.ratio === '9:16';
  if (!Number.isInteger(spec.sceneNumber) || spec.sceneNumber < 0 || spec.sceneNumber > 255) {
    throw new RangeError(`sceneNumber must be a whole number from 0 to 255, not ${spec.sceneNumber}.`);
  }
  return {
    frames,
    fps,
    width: isUpright ? short : long,
    height: isUpright ? long : short,
    sceneNumber: spec.sceneNumber,
    sound: spec.sound ?? 'click-track',
    flashFrames: spec.flashFrames ?? usualFlashFrames(frames),
    hasOtherParameterSets: spec.hasOtherParameterSets ?? false,
    hasUuidBox: spec.hasUuidBox ?? true,
    broken: spec.broken ?? null,
  };
}

/** The frames that flash when a spec doesn't name any. */
export function usualFlashFrames(frames: number): number[] {
  const flashes: number[] = [];
  for (let frame = FIRST_FLASH; frame < frames; frame += FLASH_EVERY) flashes.push(frame);
  return flashes;
}
