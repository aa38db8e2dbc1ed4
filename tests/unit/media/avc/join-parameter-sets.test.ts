// Which families join, under which ids, and what the record says of them all.

import { describe, expect, test } from 'vitest';
import { type AvcConfig, codecString, parseAvcConfig, writeAvcConfig } from '#shared/avc/avc-config.ts';
import { BitWriter } from '#shared/avc/bit-writer.ts';
import { renumberSps, withColor } from '#shared/avc/edit-sps.ts';
import { toNal } from '#shared/avc/emulation-prevention.ts';
import { holdsSets } from '#shared/avc/holds-sets.ts';
import { joinParameterSets, type ParameterSetFamily, refusalOf } from '#shared/avc/join-parameter-sets.ts';
import { readPps, renumberPps } from '#shared/avc/pps.ts';
import { readSps } from '#shared/avc/sps.ts';

interface SpsSpec {
  profile?: number;
  compatibility?: number;
  level?: number;
  id?: number;
  chromaFormat?: number;
  bitDepth?: number;
  columns?: number;
  isFrameMbsOnly?: boolean;
  cropBottom?: number;
  /** aspect_ratio_idc. */
  pixelAspect?: number;
}

function spsOf(spec: SpsSpec = {}): Uint8Array {
  const bits = new BitWriter();
  const profile = spec.profile ?? 100;
  for (const byte of [profile, spec.compatibility ?? 0, spec.level ?? 31]) bits.u(8, byte);
  bits.ue(spec.id ?? 0);
  if (profile >= 100) {
    for (const value of [spec.chromaFormat ?? 1, (spec.bitDepth ?? 8) - 8, (spec.bitDepth ?? 8) - 8]) bits.ue(value);
    bits.u(2, 0);
  }
  for (const value of [0, 2, 1]) bits.ue(value);
  bits.u(1, 0);
  for (const value of [(spec.columns ?? 80) - 1, 44]) bits.ue(value);
  bits.u(spec.isFrameMbsOnly === false ? 2 : 1, spec.isFrameMbsOnly === false ? 0 : 1);
  bits.u(1, 1);
  bits.u(1, spec.cropBottom === undefined ? 0 : 1);
  if (spec.cropBottom !== undefined) for (const value of [0, 0, 0, spec.cropBottom]) bits.ue(value);
  bits.u(1, spec.pixelAspect === undefined ? 0 : 1);
  if (spec.pixelAspect !== undefined) {
    bits.u(1, 1);
    bits.u(8, spec.pixelAspect);
    bits.u(8, 0);
  }
  bits.stop();
  return toNal(0x67, bits.toBytes());
}

interface PpsSpec {
  id?: number;
  spsId?: number;
  initQp?: number;
  hasSliceGroups?: boolean;
  hasRedundantPictures?: boolean;
}

function ppsOf(spec: PpsSpec = {}): Uint8Array {
  const bits = new BitWriter();
  for (const value of [spec.id ?? 0, spec.spsId ?? 0]) bits.ue(value);
  bits.u(2, 0b10);
  bits.ue(spec.hasSliceGroups === true ? 1 : 0);
  for (const value of [2, 0]) bits.ue(value);
  bits.u(3, 0);
  for (const value of [spec.initQp ?? 0, 0, -2]) bits.se(value);
  bits.u(3, spec.hasRedundantPictures === true ? 0b101 : 0b100);
  bits.stop();
  return toNal(0x68, bits.toBytes());
}

function recordOf(sps: readonly Uint8Array[], pps: readonly Uint8Array[], more: Partial<AvcConfig> = {}): Uint8Array {
  const [, profile = 0, compatibility = 0, level = 0] = sps[0] ?? [];
  const head = { profile, compatibility, level, nalLengthSize: 4 as const, high: null };
  return writeAvcConfig({ ...head, sps: [...sps], pps: [...pps], ...more });
}

function family(key: string, weight: number, record: Uint8Array, isEncoder = false): ParameterSetFamily {
  return { key, weight, record, isEncoder };
}

/** Families with the same SPS and a PPS each. */
function familiesOfPps(count: number): ParameterSetFamily[] {
  return Array.from({ length: count }, (_, index) =>
    family(String(index), 1000 - index, recordOf([spsOf()], [ppsOf({ initQp: index })])),
  );
}

function setsOf(record: Uint8Array | null): AvcConfig {
  const config = record === null ? null : parseAvcConfig(record);
  if (config === null) throw new Error('There is no record.');
  return config;
}

describe('A joined record', () => {
  test('leaves the sets of the family that keeps its ids as they were, and of no other', () => {
    const heavy = recordOf([spsOf()], [ppsOf()]);
    const light = recordOf([spsOf({ level: 30 })], [ppsOf({ initQp: 1 })]);
    const { record } = joinParameterSets([family('heavy', 9, heavy), family('light', 1, light)]);
    if (record === null) throw new Error('The families were to be joined');
    expect(holdsSets(record, heavy)).toBe(true);
    expect(holdsSets(record, light)).toBe(false);
  });

  test('holds no sets whose ids come twice, and none under another length of lengths', () => {
    const source = recordOf([spsOf()], [ppsOf()]);
    expect(holdsSets(source, source)).toBe(true);
    expect(holdsSets(recordOf([spsOf(), spsOf({ level: 30 })], [ppsOf()]), source)).toBe(false);
    expect(holdsSets(recordOf([spsOf()], [ppsOf(), ppsOf({ initQp: 1 })]), source)).toBe(false);
    expect(holdsSets(recordOf([spsOf()], [ppsOf()], { nalLengthSize: 2 }), source)).toBe(false);
    expect(holdsSets(source.subarray(0, 5), source)).toBe(false);
  });
});

describe('The heaviest family', () => {
  test('keeps its ids, and the encoder comes last whatever its weight', () => {
    const { record, members } = joinParameterSets([
      family('light', 1, recordOf([spsOf({ level: 30 })], [ppsOf({ initQp: 1 })])),
      family('encoder', 9, recordOf([spsOf({ level: 40 })], [ppsOf({ initQp: 2 })]), true),
      family('heavy', 5, recordOf([spsOf()], [ppsOf()])),
    ]);
    expect([...members.keys()]).toEqual(['heavy', 'light', 'encoder']);
    expect(members.get('heavy')).toEqual({ kind: 'as-is' });
    const rewrite = { nalLengthSize: 4, fromPpsId: 0 };
    expect(members.get('light')).toEqual({
      kind: 'renumbered',
      spsId: 1,
      ppsId: 15,
      rewrite: { ...rewrite, toPpsId: 15 },
    });
    expect(members.get('encoder')).toMatchObject({ kind: 'renumbered', spsId: 2, ppsId: 16 });
    const { sps, pps } = setsOf(record);
    expect(sps.map((set) => readSps(set).id)).toEqual([0, 1, 2]);
    expect(sps.map((set) => readSps(set).level)).toEqual([31, 30, 40]);
    expect(pps.map((set) => readPps(set))).toMatchObject([
      { id: 0, spsId: 0 },
      { id: 15, spsId: 1 },
      { id: 16, spsId: 2 },
    ]);
  });

  test('decides what the others must be like', () => {
    const heavy = family('heavy', 9, recordOf([spsOf({ cropBottom: 2 })], [ppsOf()]));
    const reasonFor = (spec: SpsSpec) => {
      const { members } = joinParameterSets([
        heavy,
        family('other', 1, recordOf([spsOf({ cropBottom: 2, ...spec })], [ppsOf()])),
      ]);
      const member = members.get('other');
      return member?.kind === 'refused' ? member.reason : null;
    };
    expect(reasonFor({ level: 30 })).toBeNull();
    expect(reasonFor({ columns: 40 })).toBe('size');
    expect(reasonFor({ cropBottom: 4 })).toBe('size');
    expect(reasonFor({ pixelAspect: 2 })).toBe('pixel-aspect');
    expect(reasonFor({ pixelAspect: 1 })).toBeNull();
    expect(reasonFor({ profile: 122, chromaFormat: 2 })).toBe('chroma');
    expect(reasonFor({ profile: 110, bitDepth: 10 })).toBe('bit-depth');
    expect(reasonFor({ profile: 110 })).toBe('profile');
  });

  test('is the next one where the heaviest itself is refused', () => {
    const { record, members } = joinParameterSets([
      family('interlaced', 9, recordOf([spsOf({ isFrameMbsOnly: false })], [ppsOf()])),
      family('small', 5, recordOf([spsOf({ columns: 40 })], [ppsOf()])),
      family('large', 1, recordOf([spsOf()], [ppsOf()])),
    ]);
    expect([...members.values()]).toEqual([
      { kind: 'refused', reason: 'interlaced' },
      { kind: 'as-is' },
      { kind: 'refused', reason: 'size' },
    ]);
    expect(setsOf(record).sps).toHaveLength(1);
  });
});

describe('Ids', () => {
  test('that clash with nobody stay, and so do the samples', () => {
    const { members } = joinParameterSets([
      family('a', 3, recordOf([spsOf()], [ppsOf()])),
      family('b', 2, recordOf([spsOf({ id: 4, level: 30 })], [ppsOf({ id: 9, spsId: 4 })])),
      family('c', 1, recordOf([spsOf({ level: 30 })], [ppsOf({ id: 9, initQp: 3 })])),
    ]);
    expect(members.get('b')).toEqual({ kind: 'as-is' });
    expect(members.get('c')).toMatchObject({ kind: 'renumbered', spsId: 1, ppsId: 7 });
  });

  test('are shared by equal sets', () => {
    const { record, members } = joinParameterSets([
      family('a', 9, recordOf([spsOf()], [ppsOf()])),
      family('same sets, short lengths', 8, recordOf([spsOf()], [ppsOf()], { nalLengthSize: 2 })),
      family('same SPS', 7, recordOf([spsOf()], [ppsOf({ initQp: 1 })])),
      family('same SPS, free PPS', 6, recordOf([spsOf()], [ppsOf({ id: 3 })])),
      family('other SPS', 5, recordOf([spsOf({ level: 30 })], [ppsOf()])),
      family('other SPS again', 4, recordOf([spsOf({ level: 30 })], [ppsOf({ initQp: 1 })])),
    ]);
    expect([...members.values()]).toMatchObject([
      { kind: 'as-is' },
      { kind: 'renumbered', spsId: 0, ppsId: 0, rewrite: { nalLengthSize: 2, fromPpsId: 0, toPpsId: 0 } },
      { kind: 'renumbered', spsId: 0, ppsId: 15 },
      { kind: 'as-is' },
      { kind: 'renumbered', spsId: 1, ppsId: 16 },
      { kind: 'renumbered', spsId: 1, ppsId: 17 },
    ]);
    expect(setsOf(record).sps).toHaveLength(2);
  });

  test('run out behind the eighteenth PPS that begins as id 0, and leave nothing behind', () => {
    const families = familiesOfPps(18);
    const late = family('late', 1, recordOf([spsOf({ level: 30 })], [ppsOf()]));
    const { record, members } = joinParameterSets([...families, late]);
    expect(members.get('17')).toMatchObject({ ppsId: 255 });
    expect(members.get('late')).toEqual({ kind: 'refused', reason: 'no-free-id' });
    expect(setsOf(record)).toMatchObject({ sps: { length: 1 }, pps: { length: 18 } });
  });

  test('of 31 SPS fill a record', () => {
    const families = Array.from({ length: 32 }, (_, id) =>
      family(String(id), 100 - id, recordOf([spsOf({ id, level: id + 1 })], [ppsOf({ id, spsId: id })])),
    );
    const { record, members } = joinParameterSets(families);
    expect(members.get('30')).toEqual({ kind: 'as-is' });
    expect(members.get('31')).toEqual({ kind: 'refused', reason: 'no-free-id' });
    expect(setsOf(record)).toMatchObject({ sps: { length: 31 }, pps: { length: 31 } });
  });
});

describe('The record', () => {
  // Each source by its profile, compatibility and level, as codecs are named.
  test.each([
    ['Baseline and High', '42e01e 64001f', '64001f'],
    ['Baseline and Main', '42e01e 4d401f', '4d401f'],
    ['Baseline alone', '42c028', '42c028'],
    ['level 1b twice', '42100b 4d100b', '4d100b'],
    ['level 1b and 1', '42d00b 42c00a', '42d00b'],
    ['level 1b and 1.1', '42d00b 42c00b', '42c00b'],
    ['level 1b of Main and High', '4d100b 640009', '640009'],
  ])('of %s names what holds all', (_name, sources, codec) => {
    const families = sources.split(' ').map((source, index) => {
      const [profile = 0, compatibility = 0, level = 0] = Buffer.from(source, 'hex');
      return family(String(index), 10 - index, recordOf([spsOf({ profile, compatibility, level })], [ppsOf()]));
    });
    const { record } = joinParameterSets(families);
    expect(codecString(record ?? new Uint8Array())).toBe(`avc1.${codec}`);
  });

  test('tells chroma and bit depth from High on', () => {
    const high10 = { profile: 110, bitDepth: 10 };
    const { record } = joinParameterSets([family('a', 1, recordOf([spsOf(high10)], [ppsOf()]))]);
    const expected = { chromaFormat: 1, lumaBitDepth: 10, chromaBitDepth: 10, spsExtensions: [] };
    expect(setsOf(record)).toMatchObject({ nalLengthSize: 4, high: expected });
    const main = joinParameterSets([family('a', 1, recordOf([spsOf({ profile: 77 })], [ppsOf()]))]);
    expect(setsOf(main.record).high).toBeNull();
  });

  test('is null where nobody joins', () => {
    expect(joinParameterSets([]).record).toBeNull();
    expect(joinParameterSets([family('a', 1, Uint8Array.of(1, 2, 3))])).toMatchObject({ record: null });
  });
});

describe('A source is refused', () => {
  const ok = recordOf([spsOf()], [ppsOf()]);

  test('never for colours, ids or the size of its lengths', () => {
    const tagged = withColor(spsOf(), { primaries: 1, transfer: 1, matrix: 1, fullRange: false });
    const sets = [[renumberSps(tagged, 7)], [renumberPps(ppsOf(), { id: 200, spsId: 7 })]] as const;
    expect(refusalOf(ok)).toBeNull();
    expect(refusalOf(recordOf(...sets, { nalLengthSize: 1 }))).toBeNull();
  });

  test.each([
    ['unreadable', ok.subarray(0, 12)],
    ['unreadable', recordOf([spsOf().subarray(0, 9)], [ppsOf()])],
    ['unreadable', recordOf([spsOf()], [ppsOf({ spsId: 1 })])],
    ['unreadable', recordOf([ppsOf()], [spsOf()])],
    ['several-sets', recordOf([spsOf()], [ppsOf(), ppsOf({ id: 1 })])],
    ['several-sets', recordOf([spsOf(), spsOf({ id: 1 })], [ppsOf()])],
    ['several-sets', recordOf([], [])],
    ['profile', recordOf([spsOf({ profile: 88 })], [ppsOf()])],
    ['profile', recordOf([spsOf({ profile: 118 })], [ppsOf()])],
    ['interlaced', recordOf([spsOf({ isFrameMbsOnly: false })], [ppsOf()])],
    ['slice-groups', recordOf([spsOf({ profile: 66 })], [ppsOf({ hasSliceGroups: true })])],
    ['redundant-pictures', recordOf([spsOf({ profile: 66 })], [ppsOf({ hasRedundantPictures: true })])],
    [
      'auxiliary-pictures',
      recordOf([spsOf()], [ppsOf()], {
        high: { chromaFormat: 1, lumaBitDepth: 8, chromaBitDepth: 8, spsExtensions: [Uint8Array.of(0x6d, 0x80)] },
      }),
    ],
  ])('as %s', (reason, record) => {
    expect(refusalOf(record)).toBe(reason);
  });
});
