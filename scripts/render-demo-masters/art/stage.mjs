// The drawing surface every mood shares: a virtual frame whose short side is 720, seeded chance, layers painted once.

/** Seeded random numbers in [0, 1) (mulberry32), so that every run draws the same picture. */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function hash(x, y, seed) {
  let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 2147483647);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth value noise in [0, 1]. */
export function noise(x, y, seed) {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const u = smooth(x - xi);
  const v = smooth(y - yi);
  const top = mix(hash(xi, yi, seed), hash(xi + 1, yi, seed), u);
  const bottom = mix(hash(xi, yi + 1, seed), hash(xi + 1, yi + 1, seed), u);
  return mix(top, bottom, v);
}

/** Noise summed over octaves, in about [0, 1]. */
export function fractalNoise(x, y, seed, octaves = 4) {
  let sum = 0;
  let weight = 0.5;
  for (let i = 0; i < octaves; i++) {
    sum += weight * noise(x * 2 ** i, y * 2 ** i, seed + i * 17);
    weight /= 2;
  }
  return sum / (1 - 0.5 ** octaves);
}

export const mix = (a, b, share) => a + (b - a) * share;
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const smooth = (x) => x * x * (3 - 2 * x);
/** 0 before `from`, 1 after `to`, smooth between. */
export const ramp = (from, to, x) => smooth(clamp((x - from) / (to - from), 0, 1));

/** A frame of `width` x `height` pixels, drawn in virtual units: W x H with the short side 720. */
export function createStage(width, height) {
  const scale = Math.min(width, height) / 720;
  const W = width / scale;
  const H = height / scale;

  /** Paints once; the result is drawn many times. `width` and `height` are virtual units. */
  function layer(layerWidth, layerHeight, paint) {
    const canvas = new OffscreenCanvas(Math.ceil(layerWidth * scale), Math.ceil(layerHeight * scale));
    const ctx = canvas.getContext('2d', { willReadFrequently: true });
    ctx.scale(scale, scale);
    paint(ctx, layerWidth, layerHeight);
    return { canvas, width: layerWidth, height: layerHeight };
  }

  /** A layer coloured pixel by pixel: `shade(x, y)` answers [r, g, b, a] (0..255) or null for nothing. */
  function shadedLayer(layerWidth, layerHeight, shade) {
    return layer(layerWidth, layerHeight, (ctx) => {
      const { canvas } = ctx;
      const image = ctx.createImageData(canvas.width, canvas.height);
      for (let y = 0, at = 0; y < canvas.height; y++) {
        for (let x = 0; x < canvas.width; x++, at += 4) {
          const colour = shade(x / scale, y / scale);
          if (colour) image.data.set(colour, at);
        }
      }
      ctx.putImageData(image, 0, 0);
    });
  }

  return { W, H, scale, isWide: width > height, layer, shadedLayer };
}

export function drawLayer(ctx, layer, x, y, options = {}) {
  const { alpha = 1, zoom = 1 } = options;
  ctx.globalAlpha = alpha;
  ctx.drawImage(layer.canvas, x, y, layer.width * zoom, layer.height * zoom);
  ctx.globalAlpha = 1;
}

/** Vertical gradient; `stops` is [[place, colour], …]. */
export function verticalGradient(ctx, top, bottom, stops) {
  const gradient = ctx.createLinearGradient(0, top, 0, bottom);
  for (const [place, colour] of stops) gradient.addColorStop(place, colour);
  return gradient;
}

/** Sky with one level of noise against banding. */
export function paintSky(stage, width, height, stops) {
  const random = seededRandom(99);
  return stage.layer(width, height, (ctx) => {
    ctx.fillStyle = verticalGradient(ctx, 0, height, stops);
    ctx.fillRect(0, 0, width, height);
    const { canvas } = ctx;
    const image = ctx.getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < image.data.length; i += 4) {
      const dither = (random() - 0.5) * 2.4;
      for (let c = 0; c < 3; c++) image.data[i + c] += dither;
    }
    ctx.putImageData(image, 0, 0);
  });
}

/** Soft round light. `rgb` is 'r,g,b'. `falloff` nearer 1 gives a harder heart. */
export function glow(ctx, x, y, radius, rgb, alpha, options = {}) {
  const { blend = 'lighter', stretch = 1, falloff = 0.35 } = options;
  if (alpha <= 0.003 || radius <= 0) return;
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(stretch, 1);
  ctx.globalCompositeOperation = blend;
  const gradient = ctx.createRadialGradient(0, 0, 0, 0, 0, radius);
  gradient.addColorStop(0, `rgba(${rgb},${alpha})`);
  gradient.addColorStop(falloff, `rgba(${rgb},${alpha * 0.34})`);
  gradient.addColorStop(0.7, `rgba(${rgb},${alpha * 0.08})`);
  gradient.addColorStop(1, `rgba(${rgb},0)`);
  ctx.fillStyle = gradient;
  ctx.fillRect(-radius, -radius, radius * 2, radius * 2);
  ctx.restore();
}

/** Fills everything below the line `heightAt(x)`. */
export function fillBelow(ctx, width, bottom, heightAt, fill, step = 3) {
  ctx.beginPath();
  ctx.moveTo(0, bottom);
  for (let x = 0; x <= width + step; x += step) ctx.lineTo(x, heightAt(x));
  ctx.lineTo(width + step, bottom);
  ctx.closePath();
  ctx.fillStyle = fill;
  ctx.fill();
}

/** A bank of cloud or mist made of many soft puffs, thick in the middle of the layer. */
export function cloudBank(stage, width, height, { seed, rgb, alpha, puffs, size, flat = 3, litRgb }) {
  const random = seededRandom(seed);
  return stage.layer(width, height, (ctx) => {
    for (let i = 0; i < puffs; i++) {
      const x = random() * width;
      const thick = fractalNoise(x / 170, 3, seed, 3);
      const radius = Math.min(size * (0.35 + random() * 0.9) * (0.35 + thick), height * 0.48);
      const y = clamp(height * (0.5 + (random() - 0.5) * 0.88 * thick), radius, height - radius);
      const edge = clamp(Math.min(x, width - x) / (radius * flat + 1), 0, 1);
      glow(ctx, x, y, radius, rgb, alpha * (0.3 + random() * 0.7) * edge, { blend: 'source-over', stretch: flat });
      if (litRgb && random() < 0.45) {
        glow(ctx, x, y - radius * 0.25, radius * 0.6, litRgb, alpha * 0.6 * edge, {
          blend: 'source-over',
          stretch: flat,
        });
      }
    }
  });
}

/** Darkened corners; painted once per stage. */
export function vignette(stage, strength = 0.45) {
  const { W, H } = stage;
  return stage.layer(W, H, (ctx) => {
    const reach = Math.hypot(W, H) / 2;
    const gradient = ctx.createRadialGradient(W / 2, H / 2, reach * 0.45, W / 2, H / 2, reach * 1.05);
    gradient.addColorStop(0, 'rgba(0,0,0,0)');
    gradient.addColorStop(1, `rgba(0,0,0,${strength})`);
    ctx.fillStyle = gradient;
    ctx.fillRect(0, 0, W, H);
  });
}
