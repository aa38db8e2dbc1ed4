// Deep sea: a whale glides through shafts of light, past a shoal of fish and swaying kelp.
import {
  clamp,
  drawLayer,
  fillBelow,
  fractalNoise,
  glow,
  mix,
  noise,
  paintSky,
  ramp,
  seededRandom,
  verticalGradient,
  vignette,
} from './stage.mjs';
import { drawWhale } from './whale.mjs';

export const mood = {
  id: 'deep-sea',
  label: 'Deep sea',
  searchWords: ['underwater', 'sea', 'ocean', 'deep', 'whale', 'fish', 'dive', 'diver', 'reef', 'water', 'nature'],
};

export function createScene(stage) {
  const { W, H, isWide } = stage;
  const random = seededRandom(31);
  const water = paintSky(stage, W, H, [
    [0, '#7fe0dc'],
    [0.1, '#36b3c2'],
    [0.32, '#127497'],
    [0.6, '#0a3f6a'],
    [1, '#041629'],
  ]);
  const reefs = [
    paintReef(stage, { height: 190, seed: 3, tone: ['#0f4d72', '#0b3a5e'], spires: 0.5 }),
    paintReef(stage, { height: 210, seed: 8, tone: ['#0a2f4e', '#061e38'], spires: 0.9 }),
    paintReef(stage, { height: 150, seed: 14, tone: ['#04152a', '#020b18'], spires: 0.4 }),
  ];
  const edge = vignette(stage, 0.5);
  const shafts = Array.from({ length: isWide ? 9 : 7 }, (_, i) => ({
    at: (i + 0.2 + random() * 0.6) / (isWide ? 9 : 7),
    wide: 26 + random() * 70,
    phase: random() * 6.3,
    speed: 0.25 + random() * 0.3,
  }));
  const shoal = Array.from({ length: isWide ? 60 : 52 }, () => ({
    x: (random() + random() - 1) * 190,
    y: (random() + random() - 1) * 84,
    size: 0.7 + random() * 0.6,
    phase: random() * 6.3,
  }));
  const snow = Array.from({ length: 70 }, () => ({
    x: random(),
    y: random(),
    near: random() ** 2.2,
    phase: random() * 6.3,
  }));
  const bubbles = Array.from({ length: 26 }, () => ({
    column: random() < 0.5 ? 0 : 1,
    start: random(),
    side: random() - 0.5,
    size: 1.5 + random() ** 2 * 6,
    speed: 0.09 + random() * 0.06,
  }));
  const kelp = [...Array(isWide ? 11 : 9)].map((_, i) => ({
    x: (i % 2 ? 0.86 + random() * 0.2 : random() * 0.17 - 0.02) * W,
    tall: H * (0.26 + random() * (isWide ? 0.36 : 0.3)),
    near: i < 6 ? 0 : 1,
    phase: random() * 6.3,
  }));

  return function draw(ctx, t) {
    const pan = t / 15;
    drawLayer(ctx, water, 0, 0);
    const sunX = W * (isWide ? 0.58 : 0.55);
    glow(ctx, sunX, -10, Math.max(W, H) * 0.5, '210,255,240', 0.65, { blend: 'screen', stretch: isWide ? 1.5 : 0.9 });
    drawSurface(ctx, stage, t);
    drawShafts(ctx, shafts, stage, t, 0.17);
    drawLayer(ctx, reefs[0], -50 - pan * 20, H - reefs[0].height - (isWide ? 40 : 90));
    ctx.fillStyle = '#0b3a5e';
    ctx.fillRect(0, H - (isWide ? 41 : 91), W, 92);
    drawShoal(ctx, shoal, {
      x: W * (isWide ? 0.78 : 0.74) - t * 11,
      y: H * (isWide ? 0.27 : 0.24),
      size: 0.55,
      t,
      tone: '12,66,98',
    });
    drawWhale(ctx, {
      x: W * (isWide ? 0.3 : 0.3) + t * (isWide ? 21 : 15),
      y: H * (isWide ? 0.46 : 0.45) - t * 2,
      size: isWide ? 1 : 0.86,
      t,
    });
    drawShafts(ctx, shafts.slice(2, 6), stage, t + 9, 0.07);
    drawLayer(ctx, reefs[1], -80 - pan * 46, H - reefs[1].height + (isWide ? 20 : 0));
    for (const plant of kelp) if (!plant.near) drawKelp(ctx, plant, H, t, pan * 52, '#062036');
    drawShoal(ctx, shoal.slice(0, 34), {
      x: W * (isWide ? 0.2 : 0.24) + t * 17,
      y: H * (isWide ? 0.72 : 0.68),
      size: 0.95,
      t,
      tone: '150,215,215',
      faces: 1,
    });
    drawBubbles(ctx, bubbles, stage, t);
    drawLayer(ctx, reefs[2], -110 - pan * 110, H - reefs[2].height + 44);
    for (const plant of kelp) if (plant.near) drawKelp(ctx, plant, H, t, pan * 120 - 30, '#020c19');
    drawSnow(ctx, snow, stage, t);
    drawLayer(ctx, edge, 0, 0);
  };
}

function drawSurface(ctx, stage, t) {
  ctx.globalCompositeOperation = 'screen';
  for (let i = 0; i < 30; i++) {
    const x = stage.W * noise(i, 1, 9) * 1.2 - stage.W * 0.1 + Math.sin(t * 0.5 + i) * 26;
    const y = noise(i, 2, 9) ** 2 * 46;
    ctx.fillStyle = `rgba(235,255,250,${0.1 + 0.13 * Math.max(0, Math.sin(t * 1.1 + i * 2.3))})`;
    ctx.beginPath();
    ctx.ellipse(x, y, 40 + 70 * noise(i, 3, 9), 2 + y * 0.05, 0.04 * Math.sin(t + i), 0, 7);
    ctx.fill();
  }
  ctx.globalCompositeOperation = 'source-over';
}

function drawShafts(ctx, shafts, stage, t, strength) {
  const { W, H } = stage;
  ctx.globalCompositeOperation = 'screen';
  for (const shaft of shafts) {
    const x = W * (0.2 + shaft.at * 0.75) + 16 * Math.sin(t * shaft.speed + shaft.phase);
    const lean = (shaft.at - 0.62) * W * 0.7;
    const alpha = strength * (0.45 + 0.55 * Math.sin(t * shaft.speed * 1.7 + shaft.phase) ** 2);
    for (const spread of [1, 0.7, 0.4]) {
      ctx.fillStyle = verticalGradient(ctx, 0, H * 0.85, [
        [0, `rgba(200,255,240,${alpha * 0.6})`],
        [0.5, `rgba(150,230,230,${alpha * 0.25})`],
        [1, 'rgba(120,210,225,0)'],
      ]);
      const half = shaft.wide * spread * 0.5;
      ctx.beginPath();
      ctx.moveTo(x - half * 0.5, -10);
      ctx.lineTo(x + half * 0.5, -10);
      ctx.lineTo(x + lean + half * 2.4, H * 0.85);
      ctx.lineTo(x + lean - half * 2.4, H * 0.85);
      ctx.fill();
    }
  }
  ctx.globalCompositeOperation = 'source-over';
}

function paintReef(stage, { height, seed, tone, spires }) {
  const width = stage.W + 260;
  return stage.layer(width, height, (ctx) => {
    const top = (x) => {
      const mass = fractalNoise(x / 210, 1, seed, 4);
      const valley = 1 - 0.55 * Math.exp(-(((x / width - 0.5) / 0.2) ** 2));
      const spire = Math.max(0, noise(x / 34, 2, seed) - 0.62) * 150 * spires;
      return height - (mass * height * 0.95 + spire) * valley - 8;
    };
    fillBelow(
      ctx,
      width,
      height,
      (x) => clamp(top(x), 6, height),
      verticalGradient(ctx, 0, height, [
        [0, tone[0]],
        [1, tone[1]],
      ]),
      2,
    );
    ctx.strokeStyle = tone[0];
    ctx.fillStyle = tone[0];
    ctx.lineCap = 'round';
    for (let i = 0; i < 34; i++) {
      const x = width * noise(i, 4, seed);
      paintCoral(ctx, x, clamp(top(x), 6, height) + 4, 16 + 30 * noise(i, 5, seed), -Math.PI / 2, 4, i + seed * 9);
    }
  });
}

function paintCoral(ctx, x, y, length, angle, levels, seed) {
  const endX = x + Math.cos(angle) * length;
  const endY = y + Math.sin(angle) * length;
  ctx.lineWidth = levels * 1.3;
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(endX, endY);
  ctx.stroke();
  if (levels <= 1) return;
  for (const side of [-1, 1])
    paintCoral(
      ctx,
      endX,
      endY,
      length * 0.66,
      angle + side * (0.25 + 0.35 * noise(levels, side, seed)),
      levels - 1,
      seed + side,
    );
}

function drawShoal(ctx, shoal, { x, y, size, t, tone, faces = -1 }) {
  for (const fish of shoal) {
    const drift = Math.sin(t * 0.6 + fish.x * 0.012);
    const fx = x + (fish.x * (1 + 0.1 * drift) + 9 * Math.sin(t * 0.9 + fish.phase)) * size * 1.25;
    const fy =
      y + (fish.y + 22 * Math.sin(t * 0.5 + fish.x * 0.011) + 5 * Math.sin(t * 1.4 + fish.phase)) * size * 1.15;
    const shimmer = 0.6 + 0.35 * Math.sin(t * 2 + fish.phase + fish.x * 0.03);
    ctx.save();
    ctx.translate(fx, fy);
    ctx.scale(size * fish.size * faces, size * fish.size);
    ctx.rotate(0.12 * Math.cos(t * 0.5 + fish.x * 0.011) * faces);
    ctx.fillStyle = `rgba(${tone},${shimmer})`;
    ctx.beginPath();
    ctx.moveTo(13, 0);
    ctx.quadraticCurveTo(3, -6.5, -8, -0.6);
    ctx.lineTo(-15, -5 + Math.sin(t * 9 + fish.phase) * 1.6);
    ctx.lineTo(-15, 5 + Math.sin(t * 9 + fish.phase) * 1.6);
    ctx.lineTo(-8, 0.6);
    ctx.quadraticCurveTo(3, 6.5, 13, 0);
    ctx.fill();
    ctx.restore();
  }
}

function drawKelp(ctx, plant, H, t, shift, tone) {
  const joints = 16;
  const at = (i) => {
    const share = i / joints;
    return {
      x: plant.x - shift + Math.sin(t * 0.7 + plant.phase + share * 3.4) * 26 * share ** 1.2,
      y: H + 10 - plant.tall * share,
    };
  };
  ctx.strokeStyle = tone;
  ctx.fillStyle = tone;
  ctx.lineWidth = 3.4 + plant.near * 2;
  ctx.beginPath();
  for (let i = 0; i <= joints; i++) ctx.lineTo(at(i).x, at(i).y);
  ctx.stroke();
  for (let i = 2; i <= joints; i++) {
    const { x, y } = at(i);
    const side = i % 2 ? 1 : -1;
    const reach = (26 + plant.near * 14) * (1.15 - (i / joints) * 0.5);
    const droop = 8 * Math.sin(t * 0.9 + plant.phase + i);
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.quadraticCurveTo(x + side * reach * 0.5, y - 18 + droop * 0.4, x + side * reach, y - 10 + droop);
    ctx.quadraticCurveTo(x + side * reach * 0.5, y - 1 + droop * 0.4, x, y);
    ctx.fill();
  }
}

function drawBubbles(ctx, bubbles, stage, t) {
  for (const bubble of bubbles) {
    const rise = (bubble.start + t * bubble.speed) % 1;
    const x = stage.W * (bubble.column ? 0.7 : 0.36) + bubble.side * 44 + Math.sin(t * 2 + bubble.start * 20) * 6;
    const y = stage.H * (1 - rise * 1.05);
    const radius = bubble.size * (0.7 + rise * 0.6);
    const alpha = 0.65 * ramp(0, 0.12, rise) * (1 - ramp(0.8, 1, rise));
    ctx.strokeStyle = `rgba(215,250,250,${alpha})`;
    ctx.lineWidth = 1.1;
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 7);
    ctx.stroke();
    ctx.fillStyle = `rgba(240,255,255,${alpha * 0.8})`;
    ctx.beginPath();
    ctx.arc(x - radius * 0.35, y - radius * 0.35, radius * 0.24, 0, 7);
    ctx.fill();
  }
}

function drawSnow(ctx, snow, stage, t) {
  for (const mote of snow) {
    const x = ((mote.x + t * (0.004 + mote.near * 0.012)) % 1) * (stage.W + 40) - 20;
    const y =
      ((mote.y + t * (0.006 + mote.near * 0.012)) % 1) * (stage.H + 40) - 20 + Math.sin(t * 0.6 + mote.phase) * 8;
    glow(ctx, x, y, 2.4 + mote.near * 9, '190,240,240', mix(0.6, 0.2, mote.near), { blend: 'screen', falloff: 0.5 });
  }
}
