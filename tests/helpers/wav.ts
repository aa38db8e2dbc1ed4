/** WAV files that tests bring: 16 bits, one channel. */

const HEAD_BYTES = 44;

/** @param sampleAt from −32,768 to 32,767 */
export function wavBytes(
  sampleRate: number,
  seconds: number,
  sampleAt: (at: number) => number,
): Uint8Array<ArrayBuffer> {
  const samples = Math.round(sampleRate * seconds);
  const bytes = new Uint8Array(HEAD_BYTES + samples * 2);
  const view = new DataView(bytes.buffer);
  const write = (text: string, at: number): void => bytes.set(new TextEncoder().encode(text), at);
  write('RIFF', 0);
  view.setUint32(4, 36 + samples * 2, true);
  write('WAVEfmt ', 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write('data', 36);
  view.setUint32(40, samples * 2, true);
  for (let at = 0; at < samples; at += 1) view.setInt16(HEAD_BYTES + at * 2, Math.round(sampleAt(at)), true);
  return bytes;
}

/** The same for Node, which hands files on as buffers. */
export function wavOf(sampleRate: number, seconds: number, sampleAt: (at: number) => number): Buffer {
  return Buffer.from(wavBytes(sampleRate, seconds, sampleAt).buffer);
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
