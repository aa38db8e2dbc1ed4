// Sources of many kinds, moved to other parameter set ids, decode to the same pictures.

import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAvcConfig } from '#shared/avc/avc-config.ts';
import { renumberSps } from '#shared/avc/edit-sps.ts';
import { type JoinedFamily, joinParameterSets, type ParameterSetFamily } from '#shared/avc/join-parameter-sets.ts';
import { NAL_TYPE, nalUnits } from '#shared/avc/nal.ts';
import { readPps, renumberPps } from '#shared/avc/pps.ts';
import { createSampleRewriter } from '#shared/avc/rewrite-sample.ts';
import { sampleOf } from './random-slices.ts';
import {
  type AvcSource,
  byteStream,
  encodeX264,
  hashByteStream,
  hashFrames,
  readAvcSource,
  unitsOf,
  writeMp4,
} from './x264-source.ts';

const SOURCES = {
  'High with B-frames': ['-profile:v', 'high'],
  'Main with weighted prediction': ['-profile:v', 'main', '-x264-params', 'weightp=2:weightb=1'],
  'Baseline, CAVLC': ['-profile:v', 'baseline'],
  'High, CAVLC': ['-profile:v', 'high', '-x264-params', 'no-cabac=1:8x8dct=1'],
  'four slices a picture': ['-x264-params', 'slices=4'],
  'many slices of few bytes': ['-x264-params', 'slice-max-size=200'],
  'intra refresh': ['-x264-params', 'intra-refresh=1:keyint=12'],
  'scaling matrices': ['-x264-params', 'cqm=jvt'],
  'a pyramid of B-frames': ['-x264-params', 'bframes=3:b-pyramid=normal'],
  'short groups': ['-x264-params', 'keyint=5:min-keyint=5:scenecut=0'],
  'open groups': ['-x264-params', 'keyint=8:open-gop=1:bframes=2'],
  'buffering periods': ['-b:v', '400k', '-maxrate', '500k', '-bufsize', '500k', '-x264-params', 'nal-hrd=vbr:keyint=8'],
  'access unit delimiters': ['-x264-params', 'aud=1'],
  'no loss': ['-qp', '0'],
} satisfies Record<string, readonly string[]>;

const encoded = new Map<readonly string[], Promise<AvcSource>>();

/** A source is encoded once, however many tests use it. */
async function sourceOf(args: readonly string[]): Promise<AvcSource> {
  const source = encoded.get(args) ?? encodeX264({ args });
  encoded.set(args, source);
  return await source;
}

/** The sets of a source under the ids, and its samples rewritten to them. */
function renumbered(source: AvcSource, spsId: number, ppsId: number): { sets: Uint8Array[]; samples: Uint8Array[] } {
  const config = parseAvcConfig(source.record);
  const [sps, pps] = [config?.sps[0], config?.pps[0]];
  if (config === null || sps === undefined || pps === undefined) throw new Error('No parameter sets.');
  const rewrite = createSampleRewriter({
    nalLengthSize: config.nalLengthSize,
    fromPpsId: readPps(pps).id,
    toPpsId: ppsId,
  });
  return {
    sets: [renumberSps(sps, spsId), renumberPps(pps, { id: ppsId, spsId })],
    samples: source.samples.map(rewrite),
  };
}

function countUnits(samples: readonly Uint8Array[], type: number): number {
  return samples.flatMap((sample) => [...nalUnits(sample, 4)]).filter((unit) => unit.type === type).length;
}

describe.each(Object.entries(SOURCES))('A source with %s', (_name, args) => {
  test('shows the same frames under ids whose code is one or two bytes longer', async () => {
    const source = await sourceOf(args);
    expect(source.frames).toHaveLength(24);
    const ids = [
      { spsId: 1, ppsId: 15 },
      { spsId: 30, ppsId: 16 },
      { spsId: 7, ppsId: 255 },
    ];
    // One behind the other, each with its own sets in front, so that a single decoder reads them all.
    const streams = ids.map(({ spsId, ppsId }) => {
      const { sets, samples } = renumbered(source, spsId, ppsId);
      return byteStream(sets, samples);
    });
    expect(await hashByteStream(Buffer.concat(streams))).toEqual(ids.flatMap(() => source.frames));
  });

  test('comes back byte for byte from the other ids', async () => {
    const source = await sourceOf(args);
    const there = createSampleRewriter({ nalLengthSize: 4, fromPpsId: 0, toPpsId: 20 });
    const back = createSampleRewriter({ nalLengthSize: 4, fromPpsId: 20, toPpsId: 0 });
    const same = createSampleRewriter({ nalLengthSize: 4, fromPpsId: 0, toPpsId: 0 });
    for (const sample of source.samples) {
      expect(Buffer.compare(back(there(sample)), same(sample))).toBe(0);
    }
  });
});

test('Buffering periods and sets within samples are dropped, and all other units stay', async () => {
  const source = await sourceOf(SOURCES['buffering periods']);
  const config = parseAvcConfig(source.record);
  const sets = [...(config?.sps ?? []), ...(config?.pps ?? [])];
  const [head = new Uint8Array(), ...rest] = source.samples;
  const first = Buffer.concat([sampleOf(sets), head]);
  const { samples } = renumbered({ ...source, samples: [first, ...rest] }, 3, 15);
  const groups = countUnits(source.samples, NAL_TYPE.idrSlice);
  expect(groups).toBe(3);
  expect(countUnits(samples, NAL_TYPE.sps) + countUnits(samples, NAL_TYPE.pps)).toBe(0);
  expect(countUnits(source.samples, NAL_TYPE.sei) - countUnits(samples, NAL_TYPE.sei)).toBe(groups);
  expect(countUnits(samples, NAL_TYPE.slice)).toBe(countUnits(source.samples, NAL_TYPE.slice));
  expect(samples[0]?.length).toBeLessThan(first.length);
});

test.each([1, 2] as const)('Lengths of %i bytes become lengths of 4', async (nalLengthSize) => {
  const source = await encodeX264({ size: '64x64', args: ['-crf', '40', '-x264-params', 'slice-max-size=200'] });
  const rewrite = createSampleRewriter({ nalLengthSize, fromPpsId: 0, toPpsId: 15 });
  const expected = createSampleRewriter({ nalLengthSize: 4, fromPpsId: 0, toPpsId: 15 });
  // The first sample has a text of 700 bytes that names the encoder: too long for a length of 1 byte.
  for (const sample of source.samples.slice(1)) {
    expect(rewrite(sampleOf(unitsOf(sample), nalLengthSize))).toEqual(expected(sample));
  }
});

describe('Four families in one stream', () => {
  test('show every frame of each, with all parameter sets in front', async () => {
    const sources = await mixedSources();
    const { sets, samples, members } = joinSources(sources);
    expect([...members.values()].map(({ kind }) => kind)).toEqual(['as-is', 'renumbered', 'renumbered', 'renumbered']);
    expect(await hashByteStream(byteStream(sets, samples))).toEqual(sources.flatMap(({ frames }) => frames));
  });

  test('go back and forth between each other', async () => {
    const sources = await mixedSources();
    const { sets, bySource } = joinSources(sources);
    const order = [1, 0, 2, 1, 3, 0, 3];
    const stream = byteStream(
      sets,
      order.flatMap((index) => bySource[index] ?? []),
    );
    expect(await hashByteStream(stream)).toEqual(order.flatMap((index) => sources[index]?.frames ?? []));
  });

  test('play from an MP4 file with one sample entry', async () => {
    const sources = await mixedSources();
    const { record, bySource } = joinSources(sources);
    const parts = sources.map(({ times }, index) => ({ samples: bySource[index] ?? [], times }));
    const path = join(tmpdir(), `${randomUUID()}.mp4`);
    try {
      await writeFile(path, await writeMp4(record, parts));
      expect(await hashFrames(['-i', path])).toEqual(sources.flatMap(({ frames }) => frames));
    } finally {
      await rm(path, { force: true });
    }
  });
});

const folder = process.env['STORYREEL_CLIPS_DIR'];

describe.skipIf(folder === undefined)('Clips from the real model', () => {
  const names = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.mp4'));
  test.each(names)(
    '%s shows the same frames under other ids',
    async (name) => {
      const source = await readAvcSource(join(folder ?? '', name));
      const { sets, samples } = renumbered(source, 2, 15);
      expect(await hashByteStream(byteStream(sets, samples))).toEqual(source.frames);
    },
    60_000,
  );
});

async function mixedSources(): Promise<AvcSource[]> {
  const names = [
    'High with B-frames',
    'Main with weighted prediction',
    'Baseline, CAVLC',
    'buffering periods',
  ] as const;
  return await Promise.all(names.map((name) => sourceOf(SOURCES[name])));
}

function joinSources(sources: readonly AvcSource[]) {
  const families = sources.map(({ record }, index): ParameterSetFamily => ({
    key: String(index),
    record,
    weight: 100 - index,
    isEncoder: false,
  }));
  const { record, members } = joinParameterSets(families);
  if (record === null) throw new Error('Every family was refused.');
  const config = parseAvcConfig(record);
  const bySource = sources.map(({ samples }, index) => moved(samples, members.get(String(index))));
  return {
    sets: [...(config?.sps ?? []), ...(config?.pps ?? [])],
    samples: bySource.flat(),
    bySource,
    members,
    record,
  };
}

function moved(samples: readonly Uint8Array[], member: JoinedFamily | undefined): readonly Uint8Array[] {
  if (member === undefined || member.kind === 'refused') throw new Error('A family was refused.');
  return member.kind === 'as-is' ? samples : samples.map(createSampleRewriter(member.rewrite));
}
