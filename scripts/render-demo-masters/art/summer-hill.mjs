// A hill in summer: a windmill turns above fields and poppies, and someone small flies a red kite.
import { drawFlyer, drawKite } from './kite.mjs';
import { drawSails, paintMill } from './windmill.mjs';
import {
  drawLayer,
  fillBelow,
  fractalNoise,
  glow,
  mix,
  noise,
  paintSky,
  seededRandom,
  verticalGradient,
} from './stage.mjs';

export const mood = {
  id: 'summer-hill',
  label: 'A hill in summer',
  searchWords: [
    'summer',
    'field',
    'meadow',
    'hill',
    'farm',
    'kite',
    'windmill',
    'wind',
    'child',
    'childhood',
    'spring',
    'flower',
  ],
};

export function createScene(stage) {
  const { W, H, isWide } = stage;
  const random = seededRandom(41);
  const sky = paintSky(stage, W, H, [
    [0, '#2f7fc4'],
    [0.34, '#6fb2de'],
    [0.62, '#bfe0ea'],
    [0.8, '#fdf1d2'],
    [1, '#fdf1d2'],
  ]);
  const clouds = (
    isWide
      ? [
          [0.1, 0.3, 1],
          [0.52, 0.17, 1.25],
          [0.86, 0.36, 0.8],
          [1.2, 0.2, 1],
        ]
      : [
          [0.14, 0.2, 0.9],
          [0.75, 0.1, 1.15],
          [0.95, 0.34, 0.7],
          [1.5, 0.24, 1],
        ]
  ).map(([x, y, size], i) => ({
    x: x * W,
    y: y * H,
    pace: 5 + size * 3.4,
    layer: paintCloud(stage, size, 50 + i * 9),
  }));
  const hills = hillShapes(stage).map((hill) => ({ ...hill, layer: paintHill(stage, hill) }));
  const mill = paintMill(stage, isWide ? 1 : 1.12);
  const grass = Array.from({ length: isWide ? 300 : 230 }, (_, i) => blade(random, i));
  const poppies = Array.from({ length: isWide ? 34 : 26 }, () => ({
    ...blade(random, 1),
    hue: random(),
    head: 9 + random() * 9,
  }));
  const meadow = [...grass, ...poppies].toSorted((a, b) => a.depth - b.depth);
  const birds = Array.from({ length: 5 }, () => ({
    x: random(),
    y: random(),
    phase: random() * 6.3,
    pace: 0.7 + random() * 0.6,
  }));

  return function draw(ctx, t) {
    const pan = t / 15;
    drawLayer(ctx, sky, 0, 0);
    glow(ctx, W * 0.16, H * 0.1, Math.max(W, H) * 0.5, '255,246,205', 0.6, { blend: 'screen' });
    for (const cloud of clouds)
      drawLayer(ctx, cloud.layer, cloud.x - cloud.layer.width / 2 - t * cloud.pace, cloud.y - cloud.layer.height / 2);
    drawBirds(ctx, birds, stage, t);
    hills.forEach((hill, i) => {
      const shift = -50 - pan * hill.travel;
      if (i === 2) {
        const at = { x: W * (isWide ? 0.72 : 0.68) + 50, size: isWide ? 1 : 1.12 };
        const foot = hill.top + crestAt(hill, at.x) + 10;
        drawLayer(ctx, mill, at.x + shift - mill.width / 2, foot - mill.height);
        drawSails(ctx, { x: at.x + shift - 3 * at.size, y: foot - mill.hub, size: at.size, t });
      }
      drawLayer(ctx, hill.layer, shift, hill.top);
      drawCloudShadow(ctx, { hill, shift, t, W, H });
      if (i === 2) {
        const at = W * (isWide ? 0.3 : 0.26) + 50 + t * 3.4;
        const flyer = { x: at + shift, y: hill.top + crestAt(hill, at) + 3, size: isWide ? 0.9 : 1.05, t };
        const kite = {
          x: flyer.x + (isWide ? 190 : 150) + 26 * Math.sin(t * 0.72),
          y: flyer.y - (isWide ? 300 : 470) + 20 * Math.sin(t * 1.13),
          t,
        };
        drawKite(ctx, kite, drawFlyer(ctx, flyer));
      }
    });
    for (const plant of meadow) drawPlant(ctx, plant, { stage, pan, t });
  };
}

const blade = (random, i) => ({
  x: random(),
  depth: random() ** 0.8,
  tall: 0.6 + random() * 0.8,
  lean: random() - 0.5,
  kind: i % 5,
});

/** Heaps of white on a flat gray-blue base. */
function paintCloud(stage, size, seed) {
  const width = 470 * size;
  const height = 190 * size;
  return stage.layer(width, height, (ctx) => {
    const base = height * 0.8;
    const heap = (count, spread, lift, rgb, alpha) => {
      for (let i = 0; i < count; i++) {
        const along = noise(i, 1, seed) * 2 - 1;
        const rise = (1 - along * along) * (0.35 + 0.65 * noise(i, 2, seed));
        const radius = Math.min((16 + 34 * rise) * size, width * 0.5 * (1 - Math.abs(along) * spread) - 2);
        if (radius < 4) continue;
        const y = Math.max(radius + 2, base - radius * 0.55 - rise * 76 * size + lift * size);
        const puff = ctx.createRadialGradient(
          width / 2 + along * spread * width * 0.5,
          y,
          radius * 0.2,
          width / 2 + along * spread * width * 0.5,
          y,
          radius,
        );
        puff.addColorStop(0, `rgba(${rgb},${alpha})`);
        puff.addColorStop(0.72, `rgba(${rgb},${alpha * 0.8})`);
        puff.addColorStop(1, `rgba(${rgb},0)`);
        ctx.fillStyle = puff;
        ctx.fillRect(0, 0, width, Math.min(height, base + 14 * size));
      }
    };
    heap(34, 0.82, 10, '198,218,234', 0.9);
    heap(42, 0.76, -6, '255,255,255', 0.92);
    heap(14, 0.5, -22, '255,252,244', 0.5);
    ctx.globalCompositeOperation = 'destination-out';
    ctx.fillStyle = verticalGradient(ctx, base - 24 * size, base + 14 * size, [
      [0, 'rgba(0,0,0,0)'],
      [1, 'rgba(0,0,0,1)'],
    ]);
    ctx.fillRect(0, base - 24 * size, width, height);
  });
}

/** Above the crests, for trees. */
const ROOM = 44;

function hillShapes({ H, isWide }) {
  const at = (share, height, length, phase, seed, travel, colors) => ({
    top: H * share - height - ROOM,
    height,
    length,
    phase,
    seed,
    travel,
    ...colors,
  });
  return [
    at(isWide ? 0.66 : 0.6, 70, 620, 1.1, 2, 14, { lit: '#a9cbb2', low: '#cfe0bd', line: 'rgba(90,140,120,0.25)' }),
    at(isWide ? 0.74 : 0.68, 96, 760, 3.7, 5, 28, {
      lit: '#88b873',
      low: '#b7d08a',
      line: 'rgba(60,110,60,0.3)',
      trees: 26,
      fields: true,
    }),
    at(isWide ? 0.86 : 0.79, 130, 1180, 5.2, 7, 50, {
      lit: '#6aa347',
      low: '#99bf57',
      line: 'rgba(40,90,30,0.3)',
      path: true,
    }),
    at(isWide ? 1.0 : 0.93, 92, 900, 2.3, 11, 92, { lit: '#4b8838', low: '#33652c', line: 'rgba(20,60,20,0.3)' }),
  ];
}

/** The crest's height below the layer's top. */
function crestAt({ height, length, phase, seed }, x) {
  return (
    height * (0.5 - 0.4 * Math.sin((x / length) * Math.PI * 2 + phase)) +
    10 * (noise(x / 120, 2, seed) - 0.5) +
    8 +
    ROOM
  );
}

function paintHill(stage, hill) {
  const width = stage.W + 170;
  const height = stage.H - hill.top + 4;
  return stage.layer(width, height, (ctx) => {
    const crest = (x) => crestAt(hill, x);
    if (hill.trees) paintTrees(ctx, hill, width, crest);
    fillBelow(
      ctx,
      width,
      height,
      crest,
      verticalGradient(ctx, ROOM, ROOM + hill.height * 2.4, [
        [0, hill.lit],
        [1, hill.low],
      ]),
      2,
    );
    ctx.save();
    ctx.clip();
    if (hill.fields) paintFields(ctx, hill, width, crest);
    for (let row = 1; row < 9; row++) {
      ctx.strokeStyle = hill.line;
      ctx.lineWidth = 1 + row * 0.25;
      ctx.beginPath();
      for (let x = 0; x <= width; x += 6)
        ctx.lineTo(
          x,
          mix(crest(x), ROOM + hill.height, row / 26) +
            (row / 9) ** 1.6 * hill.height * 2 +
            5 * Math.sin(x / 70 + row * 2),
        );
      ctx.stroke();
    }
    if (hill.path) paintPath(ctx, stage, height, crest);
    ctx.restore();
    ctx.strokeStyle = 'rgba(255,255,215,0.5)';
    ctx.lineWidth = 1.8;
    ctx.beginPath();
    for (let x = 0; x <= width; x += 3) ctx.lineTo(x, crest(x) + 1);
    ctx.stroke();
  });
}

function paintTrees(ctx, hill, width, crest) {
  for (let i = 0; i < hill.trees; i++) {
    const x = ((i + noise(i, 1, hill.seed)) / hill.trees) * width;
    if (noise(Math.floor(i / 4), 5, hill.seed) < 0.42) continue;
    const size = 13 + 13 * noise(i, 2, hill.seed);
    for (const [dx, dy, r, tone] of [
      [0, 0, 1, '#3f7347'],
      [-0.6, 0.35, 0.74, '#3a6b43'],
      [0.62, 0.3, 0.78, '#386742'],
      [-0.24, -0.36, 0.6, '#6b9c56'],
    ]) {
      ctx.fillStyle = tone;
      ctx.beginPath();
      ctx.arc(x + dx * size, crest(x) - size * 0.7 + dy * size, size * r, 0, 7);
      ctx.fill();
    }
  }
}

function paintFields(ctx, hill, width, crest) {
  const tones = ['#e3c768', '#9cc06a', '#c9d488', '#7fae5a', '#dcb85a'];
  for (let i = 0; i < 9; i++) {
    const from = (i / 9) * width + 30 * noise(i, 1, 77);
    const to = from + width / 9 - 12;
    const [down, deep] = [22 + 34 * noise(i, 2, 77), 30 + 26 * noise(i, 3, 77)];
    ctx.fillStyle = tones[Math.floor(noise(i, 4, 77) * 4.99)];
    ctx.globalAlpha = 0.75;
    ctx.beginPath();
    for (let x = from; x <= to; x += 6) ctx.lineTo(x, crest(x) + down);
    for (let x = to + 40; x >= from + 40; x -= 6) ctx.lineTo(x, crest(x - 40) + down + deep);
    ctx.fill();
    ctx.globalAlpha = 0.3;
    ctx.strokeStyle = '#5a7d3a';
    ctx.lineWidth = 1.2;
    for (let row = 1; row < 6; row++) {
      ctx.beginPath();
      for (let x = from; x <= to; x += 6) ctx.lineTo(x + (40 * row) / 6, crest(x) + down + (deep * row) / 6);
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
  }
}

/** A sandy path that winds up to the mill. */
function paintPath(ctx, stage, height, crest) {
  const mill = stage.W * (stage.isWide ? 0.72 : 0.68) + 50;
  const start = crest(mill) + 6;
  const center = (share) => mill - share * stage.W * 0.2 + 70 * Math.sin(share * 5.4) * share;
  ctx.fillStyle = '#ecd9a2';
  ctx.beginPath();
  for (let share = 0; share <= 1.01; share += 0.04)
    ctx.lineTo(center(share) - 4 - share * 30, start + share * (height - start));
  for (let share = 1; share >= 0; share -= 0.04)
    ctx.lineTo(center(share) + 4 + share * 34, start + share * (height - start));
  ctx.fill();
}

function drawCloudShadow(ctx, { hill, shift, t, W, H }) {
  ctx.save();
  ctx.beginPath();
  ctx.moveTo(0, H);
  for (let x = 0; x <= W; x += 6) ctx.lineTo(x, hill.top + crestAt(hill, x - shift));
  ctx.lineTo(W, H);
  ctx.clip();
  const x = W * 0.85 - t * 15 + shift * 0.4;
  glow(ctx, x, hill.top + ROOM + hill.height, 110, '90,120,150', 0.32, { blend: 'multiply', stretch: 3, falloff: 0.6 });
  ctx.restore();
}

function drawBirds(ctx, birds, stage, t) {
  ctx.strokeStyle = 'rgba(40,70,100,0.7)';
  ctx.lineWidth = 2;
  ctx.lineCap = 'round';
  for (const bird of birds) {
    const x = ((bird.x + t * 0.016 * bird.pace) % 1.1) * stage.W;
    const y = stage.H * (0.12 + bird.y * 0.26) + 14 * Math.sin(t * 0.6 + bird.phase);
    const flap = 5 * Math.sin(t * 6 * bird.pace + bird.phase) * (Math.sin(t * 0.9 + bird.phase) > -0.2 ? 1 : 0.15);
    ctx.beginPath();
    ctx.moveTo(x - 10, y - 2 - flap);
    ctx.quadraticCurveTo(x - 4, y - 3, x, y + 1);
    ctx.quadraticCurveTo(x + 4, y - 3, x + 10, y - 2 - flap);
    ctx.stroke();
  }
}

const grassTones = ['#2f5f27', '#3f7a2e', '#55923a', '#78ad45', '#2a5524'];

function drawPlant(ctx, plant, { stage, pan, t }) {
  const near = 0.35 + plant.depth * 0.65;
  const x = (plant.x * 1.2 - 0.03) * stage.W - pan * (90 + plant.depth * 60);
  const foot = stage.H * (stage.isWide ? 0.94 : 0.9) + plant.depth * stage.H * (stage.isWide ? 0.09 : 0.12);
  const tall = plant.tall * near * (stage.isWide ? 104 : 150);
  const wind = Math.sin(t * 1.5 - plant.x * 7) * 0.6 + Math.sin(t * 2.9 + plant.x * 19) * 0.25;
  const tip = { x: x + plant.lean * tall * 0.4 + (0.2 + wind) * tall * 0.26, y: foot - tall };
  ctx.lineCap = 'round';
  ctx.strokeStyle =
    fractalNoise(plant.x * 9, 1, 3, 2) > 0.5 ? grassTones[plant.kind] : grassTones[(plant.kind + 1) % 5];
  ctx.lineWidth = (plant.head ? 2.2 : 4.2) * near;
  ctx.beginPath();
  ctx.moveTo(x, foot);
  ctx.quadraticCurveTo(x + plant.lean * 8, foot - tall * 0.6, tip.x, tip.y);
  ctx.stroke();
  if (!plant.head) return;
  const r = plant.head * near * (stage.isWide ? 1 : 1.25);
  ctx.save();
  ctx.translate(tip.x, tip.y);
  ctx.rotate(wind * 0.3);
  for (const [dx, dy, size, tone] of [
    [-0.55, 0.1, 0.8, '#b5201f'],
    [0.55, 0.1, 0.8, '#c22a22'],
    [0, -0.25, 0.95, plant.hue < 0.8 ? '#e03a2c' : '#f0683a'],
    [0, 0.35, 0.75, '#d3302a'],
  ]) {
    ctx.fillStyle = tone;
    ctx.beginPath();
    ctx.ellipse(dx * r, dy * r, r * size, r * size * 0.82, 0, 0, 7);
    ctx.fill();
  }
  ctx.fillStyle = '#20131c';
  ctx.beginPath();
  ctx.arc(0, 0, r * 0.26, 0, 7);
  ctx.fill();
  ctx.restore();
}
