/** WAV files that tests bring: 16 bits, one channel. */

const HEAD_BYTES = 44;

/** @param sampleAt from −32,768 to 32,767 */
export function wavOf(sampleRate: number, seconds: number, sampleAt: (at: number) => number): Buffer {
  const samples = Math.round(sampleRate * seconds);
  const bytes = Buffer.alloc(HEAD_BYTES + samples * 2);
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
  for (let at = 0; at < samples; at += 1) bytes.writeInt16LE(Math.round(sampleAt(at)), HEAD_BYTES + at * 2);
  return bytes;
}

export const wavRate = (file: Buffer): number => file.readUInt32LE(24);

export const wavSeconds = (file: Buffer): number => Math.floor((file.length - HEAD_BYTES) / 2) / wavRate(file);

type SwellSpec = { seconds: number; sampleRate?: number; hertz?: number };

/** A tone that swells, so that its wave has a form. */
export function swellingWav({ seconds, sampleRate = 8_000, hertz = 220 }: SwellSpec): Buffer {
  return wavOf(sampleRate, seconds, (at) => {
    const swell = 0.55 + 0.45 * Math.sin((at / sampleRate) * 1.7);
    return 12_000 * swell * Math.sin((at / sampleRate) * 2 * Math.PI * hertz);
  });
}
