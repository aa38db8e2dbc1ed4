import { expect, test } from 'vitest';
import { readReceipt, receiptFps, receiptRows } from '#features/export/receipt-rows.ts';
import type { Receipt } from '#shared/export-receipt/receipt.ts';
import { receiptRow } from '#tests/helpers/export-row.ts';

const receipt = receiptRow();
const made = { startedAt: 1000, endedAt: 4100, server: null, range: null };
const told = (of: Receipt, by: Parameters<typeof receiptRows>[1] = made) =>
  Object.fromEntries(receiptRows(of, by).map(({ name, text }) => [name, text]));

test('a receipt is told in words, row by row', () => {
  expect(told(receipt)).toEqual({
    Scenes: '2 copied, 1 encoded',
    'Frames checked': '1,612 of 1,612',
    Picture: '1280 × 720, 24 fps, H.264',
    Sound: 'AAC, part copied, part encoded',
    Made: 'in this browser, 3.1 s',
    Checksum: '9f2c 41ae … 7d03',
  });
});

test('it says which part of the movie it is of, and that the server made it', () => {
  const server = { request: null, jobId: null, isUnwanted: false, expiresAt: null };
  const rows = told(receipt, { ...made, endedAt: 126_000, server, range: { fromFrame: 24, toFrame: 288 } });
  expect(rows).toMatchObject({ Part: '0:01 to 0:12', Made: 'on the server, 2:05' });
});

test('sound and rates of every kind have their words', () => {
  expect(told({ ...receipt, sound: null })).toMatchObject({ Sound: 'None' });
  const copied = { copiedPackets: 9, encodedPackets: 0, silentPackets: 0, leftOut: [] };
  expect(told({ ...receipt, sound: copied })).toMatchObject({ Sound: 'AAC, copied' });
  const opus = { ...receipt, checks: { ...receipt.checks, audioCodec: 'opus', videoCodec: 'vp09.00.40.08' } };
  const encoded = { ...copied, copiedPackets: 0, encodedPackets: 9 };
  const film = { ...receipt.file, framesPerSecond: '30000/1001' };
  expect(told({ ...opus, sound: encoded, file: film })).toMatchObject({
    Sound: 'Opus, encoded',
    Picture: '1280 × 720, 29.97 fps, VP9',
  });
  expect(receiptFps({ file: film })).toBeCloseTo(29.97, 2);
  const all = receipt.stretches.filter(({ kind }) => kind === 'copy');
  expect(told({ ...receipt, stretches: all })).toMatchObject({ Scenes: '2 copied' });
});

test('what is heard is named: channels, loudness, music, and voice-overs', () => {
  const mix = { channels: 2, levelledToLufs: -16, music: ['Harbor at night', 'Glass waltz'], voiceOvers: ['Take 2'] };
  expect(told({ ...receipt, mix })).toMatchObject({
    Sound: 'AAC stereo, part copied, part encoded',
    Loudness: 'leveled to −16 LUFS',
    Music: 'Harbor at night, Glass waltz',
    'Voice-over': 'Take 2',
  });
  const plain = told({ ...receipt, mix: { ...mix, channels: 1, levelledToLufs: null, music: [], voiceOvers: [] } });
  expect(plain).toMatchObject({ Sound: 'AAC mono, part copied, part encoded' });
  expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['Loudness']));
  expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['Music']));
  const many = ['One', 'Two', 'Three', 'Four', 'Five'];
  expect(told({ ...receipt, mix: { ...mix, music: many } })).toMatchObject({ Music: 'One, Two, and 3 more' });
});

test('a text that is no receipt is none', () => {
  expect(readReceipt(null)).toBeNull();
  expect(readReceipt('{}')).toBeNull();
  expect(readReceipt('no JSON')).toBeNull();
  expect(readReceipt(JSON.stringify(receipt))).toEqual(receipt);
});
