/** Clips whose bytes were damaged: copied as they are, and the receipt says where they do not decode. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import { startExport, type Receipt } from '#media/worker/client.ts';
import { clip, fileAt, inputOf, openOutput, P360, planOf } from './media-movie.ts';

/** Bytes of the picture of the look-alike clip's frames are overwritten, far behind their headers' own. */
async function damaged(sceneNumber: number, packets: readonly number[]): Promise<Blob> {
  const path = await commands.clipFile({ seconds: 4, size: '360p', sceneNumber });
  const bytes = new Uint8Array(await (await fileAt(path)).arrayBuffer());
  const samples = await commands.pictureSamples(path);
  for (const packet of packets) {
    const { offset, size } = samples[packet] ?? { offset: 0, size: 0 };
    // A length beyond the sample: no decoder finds its picture.
    bytes.fill(0x7f, offset, offset + Math.min(size, 24));
  }
  return new Blob([bytes]);
}

async function exported(files: readonly Blob[], checksEveryPicture: boolean): Promise<Receipt> {
  const { plan, sources } = await planOf(files.map((file, index) => ({ file, number: index + 1 })));
  const input = { ...inputOf(plan, sources, P360), checksEveryPicture };
  const { receipt } = await startExport(input);
  expect((await openOutput(input)).size).toBe(receipt.file.sizeBytes);
  return receipt;
}

test('damage that the look at a few pictures meets is told of its scene, and the others are compared', async () => {
  const receipt = await exported(
    [await clip({ seconds: 4, size: '360p', sceneNumber: 1 }), await damaged(2, [6])],
    false,
  );
  expect(receipt.stretches).toMatchObject([
    { kind: 'copy', sceneNumber: 1, damagedFrames: 0 },
    { kind: 'copy', sceneNumber: 2, damagedFrames: expect.any(Number) },
  ]);
  expect(receipt.stretches[1]?.damagedFrames).toBeGreaterThan(0);
  expect(receipt.checks).toMatchObject({ decoded: 'sampled', comparedStretches: 1 });
  expect(receipt.notes).toEqual([
    expect.stringMatching(/^Scene 2: \d+ frames? can’t be decoded\. The clip is damaged/),
  ]);
});

test('damage further behind is found where every picture is checked, and only there', async () => {
  const files = [await damaged(1, [70]), await clip({ seconds: 4, size: '360p', sceneNumber: 2 })];
  const looked = await exported(files, false);
  expect(looked).toMatchObject({ checks: { decoded: 'sampled' }, notes: [] });
  const every = await exported(files, true);
  expect(every.checks.decoded).toBe('every');
  expect(every.stretches[0]?.damagedFrames).toBeGreaterThan(0);
  expect(every.stretches[1]?.damagedFrames).toBe(0);
  expect(every.notes).toHaveLength(1);
});

test('a movie without damage says that all of it was decoded', async () => {
  const receipt = await exported([await clip({ seconds: 4, size: '360p', sceneNumber: 1 })], true);
  expect(receipt).toMatchObject({ checks: { decoded: 'every' }, notes: ['Every frame was decoded.'] });
});
