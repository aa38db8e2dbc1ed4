// The mark that says the footage is a demonstration; drawn into every frame.

/** Lower right corner, above the edge that phones and players cover. */
export function drawDemoBadge(ctx, stage) {
  const { W, H } = stage;
  const width = 84;
  const height = 34;
  const x = W - width - 24;
  const y = H - height - 24;
  ctx.save();
  ctx.fillStyle = 'rgba(8,10,14,0.5)';
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, 8);
  ctx.fill();
  ctx.strokeStyle = 'rgba(255,255,255,0.34)';
  ctx.lineWidth = 1.2;
  ctx.stroke();
  ctx.fillStyle = 'rgba(255,255,255,0.92)';
  ctx.font = '600 22px "Badge Sans", sans-serif';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  ctx.fillText('Demo', x + width / 2, y + 25);
  ctx.restore();
}
