// A cat on a windowsill that looks out; its tail hangs down and swings.

/** `x`, `y`: the middle of where it sits. */
export function drawCat(ctx, { x, y, size, t }) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size, size);
  const swing = Math.sin(t * 1.25) + 0.35 * Math.sin(t * 2.9 + 1);
  ctx.strokeStyle = '#120b12';
  ctx.lineCap = 'round';
  ctx.lineWidth = 13;
  ctx.beginPath();
  ctx.moveTo(26, -10);
  ctx.bezierCurveTo(52, 4, 44 + swing * 5, 44, 38 + swing * 16, 66);
  ctx.bezierCurveTo(36 + swing * 19, 78, 42 + swing * 22, 86, 52 + swing * 22, 84);
  ctx.stroke();
  ctx.fillStyle = '#120b12';
  const breath = 1 + 0.012 * Math.sin(t * 1.9);
  ctx.save();
  ctx.scale(breath, 1);
  ctx.beginPath();
  ctx.moveTo(-40, 0);
  ctx.bezierCurveTo(-52, -52, -30, -78, -18, -98);
  ctx.bezierCurveTo(-12, -108, 12, -108, 18, -98);
  ctx.bezierCurveTo(30, -78, 54, -52, 42, 0);
  ctx.closePath();
  ctx.fill();
  ctx.restore();
  const turn = 0.1 * Math.sin(t * 0.52);
  ctx.translate(0, -112);
  ctx.rotate(turn);
  ctx.beginPath();
  ctx.ellipse(0, 0, 29, 25, 0, 0, 7);
  ctx.fill();
  for (const side of [-1, 1]) {
    const twitch = side > 0 ? 3 * Math.max(0, Math.sin(t * 1.7) - 0.94) * 16 : 0;
    ctx.beginPath();
    ctx.moveTo(side * 27, -8);
    ctx.lineTo(side * (24 + twitch), -42 + twitch);
    ctx.lineTo(side * 5, -23);
    ctx.fill();
  }
  ctx.strokeStyle = 'rgba(170,195,240,0.55)';
  ctx.lineWidth = 1.8;
  ctx.beginPath();
  ctx.arc(0, 0, 27.5, -2.5, -1.95);
  ctx.moveTo(-26, -12);
  ctx.lineTo(-24, -40);
  ctx.moveTo(8, -24);
  ctx.lineTo(23, -40);
  ctx.stroke();
  ctx.strokeStyle = 'rgba(255,180,105,0.6)';
  ctx.beginPath();
  ctx.arc(0, 0, 28, -0.35, 0.85);
  ctx.moveTo(25, -12);
  ctx.lineTo(23, -38);
  ctx.moveTo(20, 18);
  ctx.bezierCurveTo(32, 36, 52, 60, 41, 108);
  ctx.stroke();
  ctx.restore();
}
