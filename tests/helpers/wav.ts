/** Sounds that tests bring: tones that swell, so that their waves have a form. */

/** 16 bits, one channel. */
export function swellingWav({ seconds, sampleRate = 8_000, hertz = 220 }: WavSpec): Buffer {
  const samples = Math.round(sampleRate * seconds);
  const bytes = Buffer.alloc(44 + samples * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples * 2, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1) {
    const swell = 0.55 + 0.45 * Math.sin((at / sampleRate) * 1.7);
    bytes.writeInt16LE(Math.round(12_000 * swell * Math.sin((at / sampleRate) * 2 * Math.PI * hertz)), 44 + at * 2);
  }
  return bytes;
}

type WavSpec = { seconds: number; sampleRate?: number; hertz?: number };
