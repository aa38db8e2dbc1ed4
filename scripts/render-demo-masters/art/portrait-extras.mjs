// What some characters wear besides: glasses, goggles, headphones.
import { strokePath } from './svg-path.mjs';

export function drawGlasses(ctx, light) {
  ctx.strokeStyle = '#2a1a1c';
  ctx.lineWidth = 4.6;
  for (const [x, radius] of [
    [373, 31],
    [452, 26],
  ]) {
    ctx.fillStyle = 'rgba(255,240,210,0.14)';
    ctx.beginPath();
    ctx.ellipse(x, 377, radius, 29, 0, 0, 7);
    ctx.fill();
    ctx.stroke();
  }
  strokePath(ctx, '#2a1a1c', 4.6, 'M404 372 Q415 364 426 372');
  strokePath(ctx, '#2a1a1c', 4.6, 'M342 372 L300 366');
  strokePath(ctx, light.rim, 4, 'M462 358 Q474 366 473 382', 0.9);
}

export function drawGoggles(ctx, light) {
  strokePath(ctx, '#16202c', 15, 'M258 318 Q380 344 500 306');
  const lens = ctx.createLinearGradient(320, 270, 490, 350);
  lens.addColorStop(0, '#1b2c52');
  lens.addColorStop(0.5, '#c4567a');
  lens.addColorStop(1, '#ffd9a0');
  ctx.beginPath();
  ctx.roundRect(318, 282, 176, 66, 28);
  ctx.fillStyle = lens;
  ctx.fill();
  ctx.strokeStyle = '#16202c';
  ctx.lineWidth = 9;
  ctx.stroke();
  strokePath(ctx, '#ffffff', 6, 'M440 298 Q470 298 476 316', 0.75);
  strokePath(ctx, light.rim, 4, 'M492 296 Q500 318 488 342', 0.8);
}

export function drawHeadphones(ctx, light) {
  strokePath(ctx, '#0c0a1a', 17, 'M300 352 Q252 190 372 152 Q440 140 486 196');
  strokePath(ctx, light.fill, 4, 'M292 320 Q262 196 372 146 Q430 134 480 184', 0.8);
  ctx.fillStyle = '#0c0a1a';
  ctx.beginPath();
  ctx.ellipse(300, 388, 36, 50, -0.08, 0, 7);
  ctx.fill();
  ctx.strokeStyle = light.fill;
  ctx.lineWidth = 5;
  ctx.beginPath();
  ctx.ellipse(302, 388, 22, 33, -0.08, 0, 7);
  ctx.stroke();
}
