// Someone under a red umbrella, seen from behind, and the mark that they leave on the wet path.
import { glow } from './stage.mjs';

export function drawReflection(ctx, { x, y, size }) {
  glow(ctx, x, y + 60 * size, 62 * size, '170,30,34', 0.45, { blend: 'source-over', stretch: 0.8, falloff: 0.5 });
  glow(ctx, x, y + 14 * size, 34 * size, '10,18,20', 0.6, { blend: 'source-over', stretch: 0.6 });
}

export function drawWalker(ctx, { x, y, size }, t) {
  const step = t * 2.2;
  ctx.save();
  ctx.translate(x, y - Math.abs(Math.sin(step)) * 1.5);
  ctx.scale(size, size);
  ctx.strokeStyle = '#101818';
  ctx.fillStyle = '#141d20';
  ctx.lineCap = 'round';
  ctx.lineWidth = 6.4;
  for (const leg of [0, Math.PI]) {
    ctx.beginPath();
    ctx.moveTo(0, -40);
    ctx.lineTo(Math.sin(step + leg) * 7, -2 - Math.max(0, Math.cos(step + leg)) * 3);
    ctx.stroke();
  }
  ctx.beginPath();
  ctx.moveTo(-8, -82);
  ctx.bezierCurveTo(-15, -62, -16, -44, -17, -30);
  ctx.quadraticCurveTo(0, -25, 17, -30);
  ctx.bezierCurveTo(15, -48, 14, -64, 8, -82);
  ctx.fill();
  ctx.fillStyle = '#2c3a3c';
  ctx.beginPath();
  ctx.moveTo(6, -82);
  ctx.bezierCurveTo(13, -64, 15, -48, 17, -30);
  ctx.lineTo(11, -29);
  ctx.bezierCurveTo(10, -50, 9, -66, 3, -82);
  ctx.fill();
  ctx.fillStyle = '#141d20';
  ctx.beginPath();
  ctx.ellipse(0, -90, 7.5, 9, 0, 0, 7);
  ctx.fill();
  drawUmbrella(ctx, Math.sin(t * 1.1) * 0.05 + 0.06);
  ctx.restore();
}

function drawUmbrella(ctx, tilt) {
  ctx.save();
  ctx.translate(6, -70);
  ctx.rotate(tilt);
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.moveTo(0, 6);
  ctx.lineTo(0, -66);
  ctx.stroke();
  const cloth = ctx.createLinearGradient(-50, 0, 52, 0);
  cloth.addColorStop(0, '#7c0f19');
  cloth.addColorStop(0.45, '#c81f2a');
  cloth.addColorStop(0.8, '#ee4a44');
  cloth.addColorStop(1, '#b81c28');
  ctx.fillStyle = cloth;
  ctx.beginPath();
  ctx.moveTo(-52, -22);
  ctx.bezierCurveTo(-48, -50, -22, -62, 0, -62);
  ctx.bezierCurveTo(22, -62, 48, -50, 52, -22);
  for (const [cx, to] of [
    [39, 26],
    [13, 0],
    [-13, -26],
    [-39, -52],
  ])
    ctx.quadraticCurveTo(cx, -31, to, -22);
  ctx.fill();
  ctx.strokeStyle = 'rgba(60,4,10,0.45)';
  ctx.lineWidth = 1.2;
  for (const to of [-26, 0, 26]) {
    ctx.beginPath();
    ctx.moveTo(0, -62);
    ctx.quadraticCurveTo(to * 0.8, -50, to, -22);
    ctx.stroke();
  }
  ctx.restore();
}
