/** The parameter sets of several H.264 sources in one avcC, each under ids of its own. */
import { type AvcConfig, hasHighConfig, parseAvcConfig, writeAvcConfig } from './avc-config.ts';
import { renumberSps } from './edit-sps.ts';
import { joinedLevel } from './level.ts';
import { type PpsFacts, readPps, renumberPps } from './pps.ts';
import type { SampleRewrite } from './rewrite-sample.ts';
import { idsOfSameBitPhase } from './slice-header.ts';
import { MOST_SPS_ID, readSps, type SpsFacts } from './sps.ts';

/** Sources with equal parameter sets. */
export type ParameterSetFamily = {
  key: string;
  /** Content of `avcC`. */
  record: Uint8Array;
  /** Bytes of the samples: the heaviest family keeps its ids, so that the fewest bytes are rewritten. */
  weight: number;
  /** Made for this movie: comes after all sources, whatever its weight. */
  isEncoder: boolean;
};

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

export type JoinedFamily =
  /** The samples stay untouched, if the sets within them, if any, are those of the record. */
  | { kind: 'as-is' }
  /** Each sample goes through `createSampleRewriter(rewrite)`. */
  | { kind: 'renumbered'; spsId: number; ppsId: number; rewrite: SampleRewrite }
  | { kind: 'refused'; reason: JoinRefusal };

export type JoinedParameterSets = {
  /** Content of `avcC` for the whole movie, lengths of 4 bytes; null if every family was refused. */
  record: Uint8Array<ArrayBuffer> | null;
  /** By family key. */
  members: Map<string, JoinedFamily>;
};

/** Baseline, Main and High, in this order: each decoder of a later one takes the earlier, given the refusals above. */
const NESTED_PROFILES: readonly number[] = [66, 77, 100];
/** High 10, High 4:2:2, High 4:4:4 Predictive. */
const FURTHER_PROFILES: readonly number[] = [110, 122, 244];
const SIZE_FACTS = ['codedWidth', 'codedHeight', 'croppedWidth', 'croppedHeight', 'cropLeft', 'cropTop'] as const;
const MOST_SPS = 31;
const MOST_PPS = 255;

/** Why a source can't share a track with others, whatever they are; null if it can. */
export function refusalOf(record: Uint8Array): JoinRefusal | null {
  const source = readSource(record);
  return typeof source === 'string' ? source : null;
}

/**
 * Joins families that all show pictures of the same form. Those that do not go with the heaviest are refused, and the caller
 * encodes their pictures. Colour tags are not compared.
 */
export function joinParameterSets(families: readonly ParameterSetFamily[]): JoinedParameterSets {
  const members = new Map<string, JoinedFamily>();
  const tables: Tables = { sps: new Map(), pps: new Map() };
  const joined: Source[] = [];
  for (const { key, record } of families.toSorted(byRank)) {
    const source = readSource(record);
    const refusal = typeof source === 'string' ? source : mismatch(source.sps, joined[0]?.sps ?? source.sps);
    if (typeof source === 'string' || refusal !== null) {
      members.set(key, { kind: 'refused', reason: refusal ?? 'unreadable' });
      continue;
    }
    const member = place(tables, source);
    members.set(key, member);
    if (member.kind !== 'refused') joined.push(source);
  }
  return { record: writeJoined(joined, tables), members };
}

/** A source that may share a track. */
type Source = { config: AvcConfig; sps: SpsFacts; pps: PpsFacts; spsUnit: Uint8Array; ppsUnit: Uint8Array };

/** NAL units by id, in the order in which they were placed. */
type Tables = { sps: Map<number, Uint8Array>; pps: Map<number, Uint8Array> };

function byRank(a: ParameterSetFamily, b: ParameterSetFamily): number {
  return Number(a.isEncoder) - Number(b.isEncoder) || b.weight - a.weight;
}

function readSource(record: Uint8Array): Source | JoinRefusal {
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

function mismatch(sps: SpsFacts, heaviest: SpsFacts): JoinRefusal | null {
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

/** Gives a source its ids, its own where they are free or where the same set already has them. */
function place(tables: Tables, { config, sps, pps, spsUnit, ppsUnit }: Source): JoinedFamily {
  const placedSps = firstPlace(tables.sps, MOST_SPS, spsIds(sps.id), (id) =>
    id === sps.id ? spsUnit : renumberSps(spsUnit, id),
  );
  if (placedSps === null) return { kind: 'refused', reason: 'no-free-id' };
  const spsId = placedSps.id;
  const placedPps = firstPlace(tables.pps, MOST_PPS, idsOfSameBitPhase(pps.id), (id) =>
    id === pps.id && spsId === sps.id ? ppsUnit : renumberPps(ppsUnit, { id, spsId }),
  );
  if (placedPps === null) return { kind: 'refused', reason: 'no-free-id' };
  tables.sps.set(spsId, placedSps.unit);
  tables.pps.set(placedPps.id, placedPps.unit);
  const hasOwnIds = spsId === sps.id && placedPps.id === pps.id;
  if (hasOwnIds && config.nalLengthSize === 4) return { kind: 'as-is' };
  const rewrite = { nalLengthSize: config.nalLengthSize, fromPpsId: pps.id, toPpsId: placedPps.id };
  return { kind: 'renumbered', spsId, ppsId: placedPps.id, rewrite };
}

function spsIds(own: number): number[] {
  return [own, ...Array.from({ length: MOST_SPS_ID + 1 }, (_, id) => id).filter((id) => id !== own)];
}

/** The first id that is free, or under which the same set stands; null if there is none. */
function firstPlace(
  table: ReadonlyMap<number, Uint8Array>,
  capacity: number,
  ids: readonly number[],
  unitWith: (id: number) => Uint8Array,
): { id: number; unit: Uint8Array } | null {
  for (const id of ids) {
    const present = table.get(id);
    if (present === undefined && table.size >= capacity) continue;
    const unit = unitWith(id);
    if (present === undefined || sameBytes(present, unit)) return { id, unit };
  }
  return null;
}

function writeJoined(sources: readonly Source[], tables: Tables): Uint8Array<ArrayBuffer> | null {
  const [heaviest] = sources;
  if (heaviest === undefined) return null;
  const { chromaFormat, lumaBitDepth, chromaBitDepth } = heaviest.sps;
  const facts = sources.map(({ sps }) => sps);
  const profile = Math.max(...facts.map((sps) => sps.profile));
  return writeAvcConfig({
    ...joinedLevel(facts, profile),
    profile,
    nalLengthSize: 4,
    sps: [...tables.sps.values()],
    pps: [...tables.pps.values()],
    high: hasHighConfig(profile) ? { chromaFormat, lumaBitDepth, chromaBitDepth, spsExtensions: [] } : null,
  });
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
