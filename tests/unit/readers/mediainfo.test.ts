import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readMediainfo } from '#tests/helpers/readers/mediainfo.ts';
import { FRAMES, remuxed, smallClip } from './movies.ts';
import { temporaryFolder } from '../media/mp4/mp4-files.ts';

test('container, lengths, rates and codecs are told', async () => {
  const { general, video, audio } = await readMediainfo(await smallClip(1));
  expect(general).toMatchObject({ Format: 'MPEG-4', Duration: 4 });
  expect(video).toMatchObject({
    ...{ Format: 'AVC', Format_Profile: 'High', FrameCount: FRAMES, FrameRate: 24, FrameRate_Mode: 'CFR' },
    ...{ Width: 640, Height: 360 },
  });
  expect(video?.Encoded_Library).toMatch(/^x264/);
  expect(audio).toMatchObject({ Format: 'AAC', SamplingRate: 48_000, Channels: 2 });
});

test('title, performer and colour are told where the file has them', async () => {
  await using folder = await temporaryFolder();
  const tags = ['-metadata', 'title=The river', '-metadata', 'artist=Ada', '-bsf:v'];
  const colour = 'h264_metadata=colour_primaries=1:transfer_characteristics=1:matrix_coefficients=1';
  const path = await remuxed(await smallClip(1), folder.path('tagged.mp4'), [...tags, colour]);
  const { general, video } = await readMediainfo(path);
  expect(general).toMatchObject({ Title: 'The river', Performer: 'Ada' });
  expect(video).toMatchObject({
    colour_primaries: 'BT.709',
    transfer_characteristics: 'BT.709',
    matrix_coefficients: 'BT.709',
  });
});

test('a file without media is refused', async () => {
  await using folder = await temporaryFolder();
  const path = folder.path('page.mp4');
  await writeFile(path, '<html></html>');
  await expect(readMediainfo(path)).rejects.toThrow('finds no media');
});
