/** How much a press of a key or a button zooms. */
export const ZOOM_STEP = 2;
