// A humpback whale built on a bending spine; head to the right, centre of the body at (0, 0).
import { glow, mix, ramp, verticalGradient } from './stage.mjs';

const length = 460;
const slices = 64;

export function drawWhale(ctx, { x, y, size, t }) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size, size);
  ctx.rotate(-0.05 + 0.02 * Math.sin(t * 0.5));
  const spine = (share) => ({
    x: length * (0.5 - share),
    y: Math.sin(t * 1.25 - share * 2.6) * 30 * share ** 1.9 + 10 * share,
  });
  drawFin(ctx, spine(0.34), { swing: 0.16 * Math.sin(t * 0.9 + 0.8) - 0.1, far: true });
  drawFlukes(ctx, spine(1), spine(0.95), t);
  drawBody(ctx, spine);
  drawFin(ctx, spine(0.33), { swing: 0.2 * Math.sin(t * 0.9), far: false });
  ctx.restore();
}

/** The snout is round: both outlines start at nothing. */
const snout = (share, reach) => Math.sqrt(1 - (1 - Math.min(1, share / reach)) ** 2);
const backAt = (share) =>
  snout(share, 0.16) *
    46 *
    Math.sin(Math.PI * Math.min(1, (share + 0.06) * 0.98) ** 0.62) ** 0.9 *
    (1 - ramp(0.62, 1, share) * 0.55) +
  4 * ramp(0, 0.06, share) +
  9 * Math.exp(-(((share - 0.66) / 0.035) ** 2));
const bellyAt = (share) =>
  snout(share, 0.2) *
    62 *
    Math.sin(Math.PI * Math.min(1, share + 0.035) ** 0.55) ** 1.05 *
    (1 - ramp(0.45, 1, share) * 0.62) +
  4 * ramp(0, 0.06, share);

function traceBody(ctx, spine) {
  ctx.beginPath();
  for (let i = 0; i <= slices; i++) ctx.lineTo(spine(i / slices).x, spine(i / slices).y - backAt(i / slices));
  for (let i = slices; i >= 0; i--) ctx.lineTo(spine(i / slices).x, spine(i / slices).y + bellyAt(i / slices));
  ctx.closePath();
}

function drawBody(ctx, spine) {
  traceBody(ctx, spine);
  ctx.fillStyle = verticalGradient(ctx, -56, 66, [
    [0, '#2f7fa0'],
    [0.2, '#175a80'],
    [0.52, '#0c3a5e'],
    [0.6, '#2f6a88'],
    [0.8, '#5f97a8'],
    [1, '#2c6480'],
  ]);
  ctx.fill();
  ctx.save();
  ctx.clip();
  ctx.strokeStyle = 'rgba(6,38,64,0.55)';
  ctx.lineWidth = 1.7;
  for (let groove = 0; groove < 9; groove++) {
    ctx.beginPath();
    for (let share = 0.03; share < 0.5 - groove * 0.012; share += 0.02) {
      const at = spine(share);
      ctx.lineTo(at.x, at.y + mix(14, bellyAt(share), (groove + 1) / 10) + 2);
    }
    ctx.stroke();
  }
  ctx.strokeStyle = 'rgba(4,28,50,0.8)';
  ctx.lineWidth = 2.2;
  ctx.beginPath();
  ctx.moveTo(spine(0).x - 1, spine(0).y + 3);
  ctx.quadraticCurveTo(spine(0.1).x, spine(0.1).y + 16, spine(0.2).x, spine(0.2).y + 12);
  ctx.stroke();
  for (let i = 0; i < 9; i++)
    glow(ctx, spine(0.1 + i * 0.08).x, spine(0.1 + i * 0.08).y - backAt(0.1 + i * 0.08) + 4, 36, '170,240,240', 0.2, {
      blend: 'screen',
      stretch: 1.7,
    });
  ctx.restore();
  const eye = spine(0.215);
  ctx.fillStyle = '#041525';
  ctx.beginPath();
  ctx.ellipse(eye.x, eye.y + 4, 4.2, 3.2, 0, 0, 7);
  ctx.fill();
  ctx.fillStyle = 'rgba(220,250,250,0.9)';
  ctx.fillRect(eye.x + 0.6, eye.y + 2.2, 1.6, 1.6);
  ctx.strokeStyle = 'rgba(190,245,245,0.5)';
  ctx.lineWidth = 1.6;
  ctx.beginPath();
  for (let i = 1; i <= slices; i++) ctx.lineTo(spine(i / slices).x, spine(i / slices).y - backAt(i / slices) + 0.8);
  ctx.stroke();
}

function drawFin(ctx, root, { swing, far }) {
  ctx.save();
  ctx.translate(root.x, root.y + (far ? 26 : 34));
  ctx.rotate(swing + (far ? -0.3 : 0));
  ctx.scale(far ? 0.72 : 1, far ? 0.72 : 1);
  const skin = ctx.createLinearGradient(0, 0, -90, 120);
  skin.addColorStop(0, far ? '#0b3656' : '#17557a');
  skin.addColorStop(1, far ? '#0a2e4b' : '#0a3152');
  ctx.fillStyle = skin;
  ctx.beginPath();
  ctx.moveTo(22, -6);
  ctx.bezierCurveTo(18, 40, -24, 96, -88, 128);
  ctx.bezierCurveTo(-98, 131, -100, 122, -92, 114);
  ctx.bezierCurveTo(-66, 86, -52, 40, -22, 2);
  ctx.closePath();
  ctx.fill();
  ctx.strokeStyle = 'rgba(170,235,240,0.3)';
  ctx.lineWidth = 1.4;
  ctx.beginPath();
  ctx.moveTo(22, -2);
  ctx.bezierCurveTo(18, 40, -24, 96, -88, 128);
  ctx.stroke();
  ctx.restore();
}

/** Both tail flukes, seen from a little above; they tip with the stroke. */
function drawFlukes(ctx, tip, before, t) {
  const tilt = Math.atan2(tip.y - before.y, before.x - tip.x);
  const open = 0.5 + 0.18 * Math.sin(t * 1.25 - 2.2);
  ctx.save();
  ctx.translate(tip.x + 8, tip.y);
  ctx.rotate(-tilt);
  for (const side of [-1, 1]) {
    ctx.fillStyle = side < 0 ? '#1d648a' : '#0d3f63';
    ctx.beginPath();
    ctx.moveTo(18, -7);
    ctx.bezierCurveTo(-12, side * 12 * open, -30, side * 60 * open, -66, side * 96 * open);
    ctx.bezierCurveTo(-70, side * 66 * open, -58, side * 26 * open, -36, side * 5 * open);
    ctx.lineTo(18, 7);
    ctx.fill();
  }
  ctx.restore();
}
