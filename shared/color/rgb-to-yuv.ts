import { lumaWeights } from './color-tags.ts';

/** From 8 bit R'G'B' to 8 bit video range Y'CbCr of a matrix. */
export function rgbToYuv(
  matrix: string | null,
): (red: number, green: number, blue: number) => { y: number; u: number; v: number } {
  const { red: kr, blue: kb } = lumaWeights(matrix);
  return (red, green, blue) => {
    const luma = kr * red + (1 - kr - kb) * green + kb * blue;
    return {
      y: Math.round(16 + (luma * 219) / 255),
      u: Math.round(128 + (((blue - luma) / (1 - kb)) * 112) / 255),
      v: Math.round(128 + (((red - luma) / (1 - kr)) * 112) / 255),
    };
  };
}
