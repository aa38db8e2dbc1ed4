/** Uncompressed sound of one channel as a WAV file of 16 bits. Pure. */

const HEAD_BYTES = 44;
const FULL_SCALE = 32_767;

/** The file's head. @param sampleCount of the samples that follow it */
export function wavHead(sampleRate: number, sampleCount: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(HEAD_BYTES);
  const view = new DataView(head.buffer);
  const letters = (at: number, text: string): void =>
    head.set(
      Array.from(text, (letter) => letter.charCodeAt(0)),
      at,
    );
  const bytes = sampleCount * 2;
  letters(0, 'RIFF');
  view.setUint32(4, HEAD_BYTES - 8 + bytes, true);
  letters(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  letters(36, 'data');
  view.setUint32(40, bytes, true);
  return head;
}

/** Samples as they stand in the file, little end first on every machine. What is louder than full scale is cut there. */
export function wavSamples(plane: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(plane.length * 2);
  const view = new DataView(bytes.buffer);
  plane.forEach((sample, at) => {
    const within = Math.max(-1, Math.min(1, sample));
    view.setInt16(at * 2, Math.round(within * FULL_SCALE), true);
  });
  return bytes;
}
