/** Where a clip's picture stands in the movie's frame. */

/** Where the picture stands in the movie's frame; even numbers of pixels. */
export type Rect = { x: number; y: number; width: number; height: number };

/** The largest even rectangle of the picture's shape, in the middle of the frame. The rest stays black. */
export function fitRect(picture: { width: number; height: number }, frame: { width: number; height: number }): Rect {
  const factor = Math.min(frame.width / picture.width, frame.height / picture.height);
  const width = nearlyWhole(picture.width * factor, frame.width);
  const height = nearlyWhole(picture.height * factor, frame.height);
  return { x: evenFloor((frame.width - width) / 2), y: evenFloor((frame.height - height) / 2), width, height };
}

function evenFloor(value: number): number {
  return Math.floor(value / 2) * 2;
}

/** To the nearest even number; a picture that fills the frame but for a pixel or two (854 of 853.3) fills it. */
function nearlyWhole(size: number, frame: number): number {
  return frame - size < 2 ? frame : Math.max(2, evenFloor(size + 1));
}
