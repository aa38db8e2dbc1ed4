/** A number made of a text, for choices that look random and always come out the same: FNV-1a. */
export function letterSum(text: string): number {
  let sum = 2_166_136_261;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 16_777_619) >>> 0;
  return sum;
}
