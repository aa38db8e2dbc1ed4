// Snow-covered roofs of a small town, in rows.
import { noise } from './stage.mjs';

/** A row of houses and the tops of its chimneys; `size` 1 is a house of about 130 units, `lit` the share of windows with light. */
export function paintRoofs(stage, { tone, snow, size, seed, lit }) {
  const width = stage.W + 160;
  const height = 330 * size;
  const chimneys = [];
  const layer = stage.layer(width, height, (ctx) => {
    for (let i = 0, x = -40; x < width; i++) {
      const broad = (90 + 80 * noise(i, 1, seed)) * size;
      const tall = (70 + 70 * noise(i, 2, seed)) * size;
      const pitch = (44 + 44 * noise(i, 3, seed)) * size;
      const chimney = paintHouse(ctx, {
        x,
        foot: height,
        broad,
        tall,
        pitch,
        tone,
        snow,
        size,
        seed: seed + i * 7,
        lit,
      });
      if (chimney) chimneys.push(chimney);
      x += broad * (0.86 + 0.12 * noise(i, 4, seed));
    }
  });
  return { ...layer, chimneys };
}

/** Answers where the chimney ends, if the house has one. */
function paintHouse(ctx, { x, foot, broad, tall, pitch, tone, snow, size, seed, lit }) {
  const eaves = foot - tall;
  const ridge = { x: x + broad / 2, y: eaves - pitch };
  const at = x + broad * (noise(1, 3, seed) > 0.5 ? 0.7 : 0.26);
  const hasChimney = noise(1, 2, seed) > 0.4;
  if (hasChimney) {
    ctx.fillStyle = tone;
    ctx.fillRect(at - 7 * size, ridge.y - 6 * size, 14 * size, pitch);
    ctx.fillStyle = snow;
    ctx.fillRect(at - 8.5 * size, ridge.y - 9 * size, 17 * size, 5 * size);
  }
  ctx.fillStyle = tone;
  ctx.beginPath();
  ctx.moveTo(x, foot);
  ctx.lineTo(x, eaves);
  ctx.lineTo(ridge.x, ridge.y);
  ctx.lineTo(x + broad, eaves);
  ctx.lineTo(x + broad, foot);
  ctx.fill();
  const thick = 11 * size;
  ctx.fillStyle = snow;
  ctx.beginPath();
  ctx.moveTo(x - 9 * size, eaves + 5 * size);
  ctx.lineTo(ridge.x, ridge.y - 4 * size);
  ctx.lineTo(x + broad + 9 * size, eaves + 5 * size);
  ctx.lineTo(x + broad + 5 * size, eaves + 5 * size + thick * 0.4);
  ctx.lineTo(ridge.x, ridge.y + thick);
  ctx.lineTo(x - 5 * size, eaves + 5 * size + thick * 0.4);
  ctx.fill();
  const panes = Math.max(1, Math.floor(broad / (44 * size)));
  for (let row = 0; row < 2; row++) {
    for (let i = 0; i < panes; i++) {
      if (noise(i + 2, row + 5, seed) > lit) continue;
      ctx.fillStyle = noise(i, row, seed + 3) < 0.5 ? '#ffcf86' : '#ffb765';
      ctx.fillRect(x + (broad * (i + 0.5)) / panes - 7 * size, eaves + (16 + row * 40) * size, 14 * size, 19 * size);
    }
  }
  return hasChimney ? { x: at, y: ridge.y - 9 * size } : null;
}
