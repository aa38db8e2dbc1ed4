// Fills and strokes of SVG path data.

/** Closes the path and fills it. */
export function fillPath(ctx, fill, path) {
  ctx.fillStyle = fill;
  ctx.fill(new Path2D(`${path}Z`));
}

export function strokePath(ctx, colour, width, path, alpha = 1) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.globalAlpha = alpha;
  ctx.lineCap = 'round';
  ctx.stroke(new Path2D(path));
  ctx.globalAlpha = 1;
}
