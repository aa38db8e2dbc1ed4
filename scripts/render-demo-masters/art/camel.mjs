// A walking camel in silhouette, with or without a rider; feet at (0, 0), facing right.

const dark = '#2a1328';

export function drawCamel(ctx, { x, y, size, tilt, step, hasRider }) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size, size);
  ctx.rotate(tilt);
  ctx.fillStyle = dark;
  ctx.strokeStyle = dark;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  const bob = Math.sin(step * 2) * 1.2;
  drawLegs(ctx, step, bob);
  ctx.translate(0, bob);
  drawBody(ctx);
  drawNeck(ctx, Math.sin(step) * 2);
  drawLoad(ctx, hasRider, Math.sin(step) * 0.04);
  ctx.restore();
}

function drawLegs(ctx, step, bob) {
  const legs = [
    [-25, 0],
    [-20, Math.PI],
    [19, Math.PI * 0.5],
    [24, Math.PI * 1.5],
  ];
  for (const [hip, phase] of legs) {
    const swing = Math.sin(step + phase);
    const lift = Math.max(0, Math.cos(step + phase)) * 5;
    ctx.lineWidth = 7;
    ctx.beginPath();
    ctx.moveTo(hip, -46 + bob);
    ctx.lineTo(hip + swing * 5 + 1, -24 - lift * 0.4);
    ctx.stroke();
    ctx.lineWidth = 4.4;
    ctx.beginPath();
    ctx.moveTo(hip + swing * 5 + 1, -24 - lift * 0.4);
    ctx.lineTo(hip + swing * 11, -2 - lift);
    ctx.lineTo(hip + swing * 11 + 3, -1.5 - lift);
    ctx.stroke();
  }
}

function drawBody(ctx) {
  ctx.beginPath();
  ctx.moveTo(-33, -60);
  ctx.bezierCurveTo(-30, -72, -20, -73, -13, -75);
  ctx.bezierCurveTo(-8, -94, 8, -95, 13, -76);
  ctx.bezierCurveTo(22, -74, 30, -70, 33, -60);
  ctx.bezierCurveTo(33, -46, 22, -40, 8, -41);
  ctx.bezierCurveTo(-10, -38, -26, -40, -32, -48);
  ctx.closePath();
  ctx.fill();
  ctx.lineWidth = 2.4;
  ctx.beginPath();
  ctx.moveTo(-32, -60);
  ctx.quadraticCurveTo(-39, -52, -37, -40);
  ctx.stroke();
}

function drawNeck(ctx, nod) {
  ctx.lineWidth = 10;
  ctx.beginPath();
  ctx.moveTo(28, -58);
  ctx.bezierCurveTo(44, -48, 46, -66, 50, -88 + nod);
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(45, -92 + nod);
  ctx.bezierCurveTo(47, -99 + nod, 55, -98 + nod, 60, -94 + nod);
  ctx.lineTo(69, -90 + nod);
  ctx.bezierCurveTo(71, -86 + nod, 68, -83 + nod, 63, -84 + nod);
  ctx.lineTo(51, -83 + nod);
  ctx.closePath();
  ctx.fill();
  ctx.lineWidth = 2.6;
  ctx.beginPath();
  ctx.moveTo(49, -96 + nod);
  ctx.lineTo(47, -101 + nod);
  ctx.stroke();
}

function drawLoad(ctx, hasRider, sway) {
  ctx.beginPath();
  ctx.moveTo(-19, -78);
  ctx.lineTo(17, -78);
  ctx.lineTo(21, -52);
  ctx.lineTo(-23, -52);
  ctx.fill();
  if (!hasRider) {
    ctx.beginPath();
    ctx.ellipse(-8, -84, 15, 9, -0.2, 0, 7);
    ctx.ellipse(9, -83, 12, 8, 0.3, 0, 7);
    ctx.fill();
    return;
  }
  ctx.save();
  ctx.translate(0, -84);
  ctx.rotate(sway);
  ctx.beginPath();
  ctx.moveTo(-11, 4);
  ctx.quadraticCurveTo(-11, -26, -4, -34);
  ctx.lineTo(5, -34);
  ctx.quadraticCurveTo(13, -24, 15, 4);
  ctx.fill();
  ctx.beginPath();
  ctx.ellipse(1, -41, 8, 9.5, 0, 0, 7);
  ctx.fill();
  ctx.beginPath();
  ctx.moveTo(-6, -44);
  ctx.quadraticCurveTo(-18, -34, -15 + sway * 60, -18);
  ctx.lineTo(-5, -30);
  ctx.fill();
  ctx.restore();
}
