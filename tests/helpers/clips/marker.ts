// A row of black and white squares that says which frame of which scene a picture is. It survives scaling and
// re-encoding; where something covers it, reading gives null instead of a wrong number.
//
// Cells from the left: white, black, 8 bits scene, 12 bits frame, 4 bits check sum. To the right of the row the
// picture has a column that is white for one frame: the flash.

export interface FrameMarker {
  scene: number;
  /** Frame number within the clip, from 0, modulo 4096. */
  frame: number;
}

const SCENE_BITS = 8;
const FRAME_BITS = 12;
const CHECK_BITS = 4;
const CELLS = 2 + SCENE_BITS + FRAME_BITS + CHECK_BITS;

/** Shares of the picture's width and height. */
const ROW = { left: 0.02, right: 0.84, top: 0.08, bottom: 0.2 };
const FLASH = { left: 0.87, right: 0.98 };

/** Least difference in grey between the white and the black cell of a readable row. */
const LEAST_CONTRAST = 60;

/** A rectangle in whole pixels; right and bottom are outside. */
export interface PixelBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
  isWhite: boolean;
}

/** The row's cells for a frame, to be painted. */
export function markerBoxes(marker: FrameMarker, width: number, height: number): PixelBox[] {
  const frame = marker.frame % 2 ** FRAME_BITS;
  const check = checkSum(marker.scene, frame);
  const bits = [
    true,
    false,
    ...bitsOf(marker.scene, SCENE_BITS),
    ...bitsOf(frame, FRAME_BITS),
    ...bitsOf(check, CHECK_BITS),
  ];
  return bits.map((isWhite, cell) => ({
    left: Math.round(cellEdge(cell) * width),
    right: Math.round(cellEdge(cell + 1) * width),
    top: Math.round(ROW.top * height),
    bottom: Math.round(ROW.bottom * height),
    isWhite,
  }));
}

/** The column that turns white when the frame flashes. */
export function flashBox(width: number, height: number): PixelBox {
  return {
    left: Math.round(FLASH.left * width),
    right: Math.round(FLASH.right * width),
    top: 0,
    bottom: height,
    isWhite: true,
  };
}

/**
 * Reads the marker of a picture of grey, RGB or RGBA pixels; which of them is told by the length.
 * Null if there is no readable marker.
 */
export function readMarker(pixels: Uint8Array | Uint8ClampedArray, width: number, height: number): FrameMarker | null {
  const greyOf = (cell: number) =>
    meanGrey(
      pixels,
      width,
      height,
      (cellEdge(cell) * 2 + cellEdge(cell + 1)) / 3,
      (cellEdge(cell) + cellEdge(cell + 1) * 2) / 3,
    );
  const [white = 0, black = 0, ...cells] = Array.from({ length: CELLS }, (_, cell) => greyOf(cell));
  if (white - black < LEAST_CONTRAST) return null;
  const bits = cells.map((grey) => grey > (white + black) / 2);
  const scene = numberOf(bits.slice(0, SCENE_BITS));
  const frame = numberOf(bits.slice(SCENE_BITS, SCENE_BITS + FRAME_BITS));
  const check = numberOf(bits.slice(SCENE_BITS + FRAME_BITS));
  return check === checkSum(scene, frame) ? { scene, frame } : null;
}

/** True if the picture is a flash. The column is compared with the picture's own white cell. */
export function readFlash(pixels: Uint8Array | Uint8ClampedArray, width: number, height: number): boolean {
  const white = meanGrey(pixels, width, height, cellEdge(1 / 3), cellEdge(2 / 3));
  const inset = (FLASH.right - FLASH.left) / 4;
  const column = meanGrey(pixels, width, height, FLASH.left + inset, FLASH.right - inset);
  return white > LEAST_CONTRAST && column > white * 0.85;
}

/** The background colour of a scene as video-range Y, U, V: neighbouring numbers differ clearly, none is bright. */
export function sceneColour(scene: number): { y: number; u: number; v: number } {
  // Steps of the golden angle spread any run of numbers over the whole circle of hues.
  const hue = (scene * 137.508 * Math.PI) / 180;
  return { y: 80, u: Math.round(128 + 60 * Math.cos(hue)), v: Math.round(128 + 60 * Math.sin(hue)) };
}

function meanGrey(
  pixels: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  leftShare: number,
  rightShare: number,
): number {
  const channels = Math.round(pixels.length / (width * height));
  const rowHeight = ROW.bottom - ROW.top;
  const left = Math.floor(leftShare * width);
  const right = Math.max(left + 1, Math.floor(rightShare * width));
  const top = Math.floor((ROW.top + rowHeight / 3) * height);
  const bottom = Math.max(top + 1, Math.floor((ROW.bottom - rowHeight / 3) * height));
  let sum = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = (y * width + x) * channels;
      const first = pixels[at] ?? 0;
      sum += channels < 3 ? first : (first + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) / 3;
    }
  }
  return sum / ((right - left) * (bottom - top));
}

function cellEdge(cell: number): number {
  return ROW.left + ((ROW.right - ROW.left) * cell) / CELLS;
}

/** Four bits in which any single wrong cell shows. */
function checkSum(scene: number, frame: number): number {
  let rest = (scene << FRAME_BITS) | frame;
  let sum = 0b1001;
  while (rest > 0) {
    sum = ((sum << 1) | (sum >> 3)) & 0b1111;
    sum ^= rest & 0b1111;
    rest >>= CHECK_BITS;
  }
  return sum;
}

function bitsOf(value: number, count: number): boolean[] {
  return Array.from({ length: count }, (_, bit) => ((value >> (count - 1 - bit)) & 1) === 1);
}

function numberOf(bits: readonly boolean[]): number {
  return bits.reduce((value, bit) => value * 2 + (bit ? 1 : 0), 0);
}
