/** Whether an H.264 source can share a track with others. */
import { type AvcConfig, parseAvcConfig } from './avc-config.ts';
import { type PpsFacts, readPps } from './pps.ts';
import { readSps, type SpsFacts } from './sps.ts';

/**
 * Why a family can't be joined.
 * - `unreadable`: the record or one of its sets is malformed, or its PPS goes with another SPS.
 * - `several-sets`: more or fewer than one SPS and one PPS.
 * - `auxiliary-pictures`: an SPS extension, as for alpha.
 * - `profile`: Extended, scalable, multiview or intra-only profiles, or one that doesn't go with that of the heaviest family.
 * - `slice-groups`: flexible macroblock ordering.
 * - `redundant-pictures`: slices may come twice, which Main and High do not know.
 * - `interlaced`: fields or field macroblocks may occur.
 * - `size`, `pixel-aspect`, `chroma`, `bit-depth`: other than in the heaviest family.
 * - `no-free-id`: all ids that its slices can take are in use.
 */
export type JoinRefusal =
  | 'unreadable'
  | 'several-sets'
  | 'auxiliary-pictures'
  | 'profile'
  | 'slice-groups'
  | 'redundant-pictures'
  | 'interlaced'
  | 'size'
  | 'pixel-aspect'
  | 'chroma'
  | 'bit-depth'
  | 'no-free-id';

/** A source that may share a track. */
export type JoinableSource = {
  config: AvcConfig;
  sps: SpsFacts;
  pps: PpsFacts;
  spsUnit: Uint8Array;
  ppsUnit: Uint8Array;
};

/** Baseline, Main and High, in this order: each decoder of a later one takes the earlier, given the refusals above. */
const NESTED_PROFILES: readonly number[] = [66, 77, 100];
/** High 10, High 4:2:2, High 4:4:4 Predictive. */
const FURTHER_PROFILES: readonly number[] = [110, 122, 244];
const SIZE_FACTS = ['codedWidth', 'codedHeight', 'croppedWidth', 'croppedHeight', 'cropLeft', 'cropTop'] as const;

/** A source of the record's sets, or why it can't share a track, whatever the others are. */
export function readJoinable(record: Uint8Array): JoinableSource | JoinRefusal {
  const config = parseAvcConfig(record);
  if (config === null) return 'unreadable';
  const [spsUnit] = config.sps;
  const [ppsUnit] = config.pps;
  if (spsUnit === undefined || ppsUnit === undefined || config.sps.length > 1 || config.pps.length > 1)
    return 'several-sets';
  if (config.high !== null && config.high.spsExtensions.length > 0) return 'auxiliary-pictures';
  try {
    const source = { config, sps: readSps(spsUnit), pps: readPps(ppsUnit), spsUnit, ppsUnit };
    return refusalOfSets(source.sps, source.pps) ?? source;
  } catch (error) {
    if (error instanceof RangeError) return 'unreadable';
    throw error;
  }
}

function refusalOfSets(sps: SpsFacts, pps: PpsFacts): JoinRefusal | null {
  if (pps.spsId !== sps.id) return 'unreadable';
  if (!NESTED_PROFILES.includes(sps.profile) && !FURTHER_PROFILES.includes(sps.profile)) return 'profile';
  if (!sps.isFrameMbsOnly) return 'interlaced';
  if (pps.numSliceGroups > 1) return 'slice-groups';
  return pps.hasRedundantPictures ? 'redundant-pictures' : null;
}

/** Why a source can't join the heaviest one, by what their SPS say; null if it can. Colour tags are not compared. */
export function mismatch(sps: SpsFacts, heaviest: SpsFacts): JoinRefusal | null {
  if (sps.chromaFormat !== heaviest.chromaFormat) return 'chroma';
  if (sps.lumaBitDepth !== heaviest.lumaBitDepth || sps.chromaBitDepth !== heaviest.chromaBitDepth) return 'bit-depth';
  if (!hasSameSize(sps, heaviest)) return 'size';
  const { h, v } = sps.pixelAspect;
  if (h * heaviest.pixelAspect.v !== v * heaviest.pixelAspect.h) return 'pixel-aspect';
  const areNested = NESTED_PROFILES.includes(sps.profile) && NESTED_PROFILES.includes(heaviest.profile);
  return areNested || sps.profile === heaviest.profile ? null : 'profile';
}

function hasSameSize(a: SpsFacts, b: SpsFacts): boolean {
  return SIZE_FACTS.every((fact) => a[fact] === b[fact]);
}
