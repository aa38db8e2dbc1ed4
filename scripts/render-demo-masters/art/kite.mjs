// Someone small on a hill, with a red kite on a long line.

/** Draws the one who flies it and answers where the hand is. */
export function drawFlyer(ctx, { x, y, size, t }) {
  const bob = Math.abs(Math.sin(t * 1.6)) * 1.5;
  const pull = Math.sin(t * 1.13) * 0.06;
  ctx.save();
  ctx.translate(x, y - bob);
  ctx.scale(size, size);
  ctx.rotate(-0.12 + pull);
  ctx.fillStyle = '#2b3a55';
  const stride = 3 * Math.sin(t * 1.6);
  ctx.fillRect(-9 + stride, -22, 7, 23);
  ctx.fillRect(2 - stride, -22, 7, 23);
  ctx.fillStyle = '#f3c23c';
  ctx.beginPath();
  ctx.moveTo(-11, -18);
  ctx.bezierCurveTo(-13, -40, -9, -50, -5, -53);
  ctx.lineTo(6, -53);
  ctx.bezierCurveTo(11, -48, 13, -36, 12, -18);
  ctx.fill();
  ctx.strokeStyle = '#e0a92e';
  ctx.lineCap = 'round';
  ctx.lineWidth = 6;
  ctx.beginPath();
  ctx.moveTo(6, -47);
  ctx.quadraticCurveTo(16, -48, 24, -58);
  ctx.stroke();
  ctx.fillStyle = '#e8b48e';
  ctx.beginPath();
  ctx.arc(1, -61, 8.6, 0, 7);
  ctx.arc(25, -60, 3.4, 0, 7);
  ctx.fill();
  ctx.fillStyle = '#4a2a20';
  ctx.beginPath();
  ctx.arc(0, -63, 9.4, 2.5, 6.2);
  ctx.bezierCurveTo(8, -72, -16 + 3 * Math.sin(t * 4), -62, -11, -54);
  ctx.fill();
  ctx.restore();
  return { x: x + 17.5 * size, y: y - bob - 62 * size };
}

export function drawKite(ctx, { x, y, t }, hand) {
  ctx.strokeStyle = 'rgba(60,50,60,0.6)';
  ctx.lineWidth = 1.3;
  ctx.beginPath();
  ctx.moveTo(hand.x, hand.y);
  ctx.quadraticCurveTo((hand.x + x) / 2 + 30, (hand.y + y) / 2 + 60, x, y);
  ctx.stroke();
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(0.5 + 0.13 * Math.sin(t * 1.9));
  ctx.strokeStyle = '#c7352b';
  ctx.lineWidth = 2.6;
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.moveTo(0, 52);
  for (let s = 0; s <= 1; s += 0.04) ctx.lineTo(14 * Math.sin(s * 9 - t * 5) * (0.3 + s) - s * 34, 52 + s * 118);
  ctx.stroke();
  for (const s of [0.3, 0.55, 0.8]) {
    ctx.fillStyle = s === 0.55 ? '#fff3d6' : '#f3c23c';
    const at = { x: 14 * Math.sin(s * 9 - t * 5) * (0.3 + s) - s * 34, y: 52 + s * 118 };
    ctx.beginPath();
    ctx.moveTo(at.x, at.y);
    ctx.lineTo(at.x - 9, at.y - 5);
    ctx.lineTo(at.x - 9, at.y + 5);
    ctx.moveTo(at.x, at.y);
    ctx.lineTo(at.x + 9, at.y - 5);
    ctx.lineTo(at.x + 9, at.y + 5);
    ctx.fill();
  }
  const quarters = [
    [0, -44, 32, 0, '#e8453a'],
    [32, 0, 0, 52, '#c7352b'],
    [0, 52, -32, 0, '#f6f0e2'],
    [-32, 0, 0, -44, '#f2796c'],
  ];
  for (const [ax, ay, bx, by, tone] of quarters) {
    ctx.fillStyle = tone;
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.lineTo(ax, ay);
    ctx.lineTo(bx, by);
    ctx.fill();
  }
  ctx.strokeStyle = 'rgba(70,24,24,0.6)';
  ctx.lineWidth = 1.6;
  ctx.beginPath();
  ctx.moveTo(0, -44);
  ctx.lineTo(0, 52);
  ctx.moveTo(-32, 0);
  ctx.lineTo(32, 0);
  ctx.stroke();
  ctx.restore();
}
