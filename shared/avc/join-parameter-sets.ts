/** The parameter sets of several H.264 sources in one avcC, each under ids of its own. */
import { sameBytes } from '#shared/bytes.ts';
import { hasHighConfig, writeAvcConfig } from './avc-config.ts';
import { renumberSps } from './edit-sps.ts';
import { type JoinableSource, type JoinRefusal, mismatch, readJoinable } from './joinable-source.ts';
import { joinedLevel } from './level.ts';
import { renumberPps } from './pps.ts';
import type { SampleRewrite } from './rewrite-sample.ts';
import { idsOfSameBitPhase } from './slice-header.ts';
import { MOST_SPS_ID } from './sps.ts';

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

const MOST_SPS = 31;
const MOST_PPS = 255;

/** Why a source can't share a track with others, whatever they are; null if it can. */
export function refusalOf(record: Uint8Array): JoinRefusal | null {
  const source = readJoinable(record);
  return typeof source === 'string' ? source : null;
}

/**
 * Joins families that all show pictures of the same form. Those that do not go with the heaviest are refused, and the caller
 * encodes their pictures. Colour tags are not compared.
 */
export function joinParameterSets(families: readonly ParameterSetFamily[]): JoinedParameterSets {
  const members = new Map<string, JoinedFamily>();
  const tables: Tables = { sps: new Map(), pps: new Map() };
  const joined: JoinableSource[] = [];
  for (const { key, record } of families.toSorted(byRank)) members.set(key, joinFamily(record, joined, tables));
  return { record: writeJoined(joined, tables), members };
}

/** NAL units by id, in the order in which they were placed. */
type Tables = { sps: Map<number, Uint8Array>; pps: Map<number, Uint8Array> };

/** Adds a family to those that are joined, unless it is refused. */
function joinFamily(record: Uint8Array, joined: JoinableSource[], tables: Tables): JoinedFamily {
  const source = readJoinable(record);
  if (typeof source === 'string') return { kind: 'refused', reason: source };
  const [heaviest] = joined;
  const reason = heaviest === undefined ? null : mismatch(source.sps, heaviest.sps);
  if (reason !== null) return { kind: 'refused', reason };
  const member = place(tables, source);
  if (member.kind !== 'refused') joined.push(source);
  return member;
}

function byRank(a: ParameterSetFamily, b: ParameterSetFamily): number {
  return Number(a.isEncoder) - Number(b.isEncoder) || b.weight - a.weight;
}

/** Gives a source its ids, its own where they are free or where the same set already has them. */
function place(tables: Tables, { config, sps, pps, spsUnit, ppsUnit }: JoinableSource): JoinedFamily {
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

function writeJoined(sources: readonly JoinableSource[], tables: Tables): Uint8Array<ArrayBuffer> | null {
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
