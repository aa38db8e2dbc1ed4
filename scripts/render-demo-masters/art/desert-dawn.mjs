// Desert at dawn: a caravan walks a dune crest before a huge rising sun; sand blows off the ridges.
import { drawCamel } from './camel.mjs';
import {
  cloudBank,
  drawLayer,
  fillBelow,
  fractalNoise,
  glow,
  mix,
  noise,
  paintSky,
  seededRandom,
  verticalGradient,
  vignette,
} from './stage.mjs';

export const mood = {
  id: 'desert-dawn',
  label: 'Desert at dawn',
  searchWords: ['desert', 'dune', 'sand', 'dawn', 'sunrise', 'sunset', 'sun', 'camel', 'caravan', 'heat'],
};

export function createScene(stage) {
  const { W, H, isWide } = stage;
  const horizon = H * (isWide ? 0.6 : 0.55);
  const sun = { x: W * (isWide ? 0.64 : 0.56), radius: isWide ? 92 : 118 };
  const sky = paintSky(stage, W, horizon + 60, [
    [0, '#27365f'],
    [0.28, '#5b5480'],
    [0.52, '#a8637a'],
    [0.72, '#e3875f'],
    [0.88, '#f8b56c'],
    [1, '#ffdc9a'],
  ]);
  const clouds = [0, 1].map((i) =>
    cloudBank(stage, W * 1.5, 130, {
      seed: 40 + i,
      rgb: i ? '255,190,140' : '150,92,120',
      alpha: 0.17,
      puffs: 120,
      size: 34,
      flat: 8,
      litRgb: '255,214,160',
    }),
  );
  const mesas = paintMesas(stage);
  const dunes = duneShapes(stage, horizon).map((shape) => ({ ...shape, layer: paintDune(stage, shape) }));
  const edge = vignette(stage, 0.32);
  const random = seededRandom(5);
  const sand = Array.from({ length: 60 }, () => ({
    start: random(),
    lift: random(),
    dune: random() < 0.6 ? 2 : 3,
    speed: 0.6 + random(),
    size: random(),
  }));
  const birds = Array.from({ length: 7 }, (_, i) => ({
    x: (i % 4) * 26 + random() * 14,
    y: Math.floor(i / 2) * 13 + random() * 8,
    phase: random() * 6,
  }));

  return function draw(ctx, t) {
    const pan = t / 15;
    drawLayer(ctx, sky, 0, 0);
    const sunY = horizon - (isWide ? 26 : 40) - t * (isWide ? 5 : 7);
    const sunX = sun.x - pan * 8;
    glow(ctx, sunX, sunY, W * (isWide ? 0.55 : 0.95), '255,158,96', 0.5, { blend: 'screen' });
    drawLayer(ctx, clouds[0], -W * 0.1 - t * 5, horizon - (isWide ? 330 : 520));
    drawLayer(ctx, clouds[1], -W * 0.25 - t * 3, horizon - (isWide ? 210 : 300), { alpha: 0.8 });
    drawSun(ctx, sunX, sunY, sun.radius);
    drawBirds(ctx, birds, W * (isWide ? 0.24 : 0.18) + t * 13, horizon - (isWide ? 250 : 400) - t * 3, t);
    const flat = verticalGradient(ctx, horizon + 33, horizon + 150, [
      [0, '#eba777'],
      [1, '#d58a62'],
    ]);
    drawLayer(ctx, mesas, -30 - pan * 16, horizon - mesas.height + 34);
    glow(ctx, sunX, horizon + 14, W * 0.62, '255,176,110', 0.34, { stretch: 1.9, blend: 'screen' });
    ctx.fillStyle = flat;
    ctx.fillRect(0, horizon + 33, W, H - horizon);
    dunes.forEach((dune, i) => {
      const x = -40 - pan * dune.travel;
      if (i === 2) drawCaravan(ctx, dune, x, t, stage);
      drawLayer(ctx, dune.layer, x, dune.top);
      drawBlownSand(
        ctx,
        sand.filter((grain) => grain.dune === i),
        dune,
        x,
        t,
      );
      if (i < 3)
        glow(ctx, sunX, dune.top + 90, W * 0.5, '255,170,110', 0.15 - i * 0.03, { stretch: 2, blend: 'screen' });
    });
    drawGrass(ctx, W * (isWide ? 0.09 : 0.14) - pan * 120, H + 4, t, isWide ? 1 : 1.25);
    drawLayer(ctx, edge, 0, 0);
  };
}

function drawSun(ctx, x, y, radius) {
  const disc = ctx.createLinearGradient(0, y - radius, 0, y + radius);
  disc.addColorStop(0, '#fff3cf');
  disc.addColorStop(0.5, '#ffdc98');
  disc.addColorStop(1, '#ffa862');
  ctx.fillStyle = disc;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 7);
  ctx.fill();
  glow(ctx, x, y, radius * 2.2, '255,190,110', 0.42, { falloff: 0.5, blend: 'screen' });
}

function paintMesas(stage) {
  const width = stage.W + 80;
  return stage.layer(width, 190, (ctx) => {
    const table = (x, seed, cliff) => {
      const lift = fractalNoise(x / 210, 1, seed, 3);
      const shelf = Math.max(0, Math.min(1, (lift - 0.5) * 9));
      return 160 - shelf * cliff - 12 * fractalNoise(x / 30, 2, seed + 1, 3);
    };
    fillBelow(
      ctx,
      width,
      190,
      (x) => table(x + 180, 61, 62),
      verticalGradient(ctx, 60, 190, [
        [0, '#b8707a'],
        [1, '#eba477'],
      ]),
      2,
    );
    fillBelow(
      ctx,
      width,
      190,
      (x) => table(x, 66, 40) + 12,
      verticalGradient(ctx, 80, 190, [
        [0, '#9c5a68'],
        [1, '#e09468'],
      ]),
      2,
    );
  });
}

function duneShapes(stage, horizon) {
  const { H, isWide } = stage;
  const deep = H - horizon;
  const shape = (at, height, length, phase, seed, travel, colours) => ({
    top: horizon + deep * at - height,
    height,
    length,
    phase,
    seed,
    travel,
    ...colours,
  });
  return [
    shape(0.16, 46, 520, 0.8, 1, 26, { lit: '#e29a66', mid: '#c9785a', shade: '#a05a58' }),
    shape(0.3, 66, 640, 2.6, 2, 42, { lit: '#dc8850', mid: '#b3624a', shade: '#7d4250' }),
    shape(isWide ? 0.52 : 0.46, 84, 900, 4.15, 3, 64, { lit: '#d2763f', mid: '#94493c', shade: '#562c44' }),
    shape(isWide ? 0.74 : 0.66, 96, 820, 0.4, 4, 96, { lit: '#b95c34', mid: '#6c3236', shade: '#361c36' }),
    shape(1.02, 128, 1150, 3.2, 5, 150, { lit: '#7c3a30', mid: '#3b1c2c', shade: '#1b0f22' }),
  ];
}

/** The crest's height above the layer's bottom edge: long waves whose lee side is steeper. */
function crestAt(shape, x) {
  const angle = (x / shape.length) * Math.PI * 2 + shape.phase;
  const skewed = Math.sin(angle + 0.55 * Math.sin(angle));
  return shape.height * (0.5 - 0.36 * skewed) - 14 * (noise(x / 170, 3, shape.seed) - 0.5) + 10;
}

function paintDune(stage, shape) {
  const width = stage.W + 240;
  const height = stage.H - shape.top + 4;
  return stage.layer(width, height, (ctx) => {
    const crest = (x) => crestAt(shape, x);
    fillBelow(
      ctx,
      width,
      height,
      crest,
      verticalGradient(ctx, 0, Math.min(height, shape.height * 2.6), [
        [0, shape.lit],
        [0.5, shape.mid],
        [1, shape.shade],
      ]),
      2,
    );
    ctx.save();
    ctx.clip();
    paintLeeSides(ctx, shape, width, crest);
    paintRipples(ctx, shape, width, crest);
    ctx.restore();
    ctx.strokeStyle = 'rgba(255,214,150,0.75)';
    ctx.lineWidth = 1.6;
    ctx.beginPath();
    for (let x = 0; x <= width; x += 2) ctx.lineTo(x, crest(x) + 0.8);
    ctx.stroke();
  });
}

/** The side turned from the sun: a dark sheet that hangs from each peak with a sharp S-shaped edge. */
function paintLeeSides(ctx, shape, width, crest) {
  for (let x = 4; x < width; x += 4) {
    const isPeak = crest(x) < crest(x - 4) && crest(x) <= crest(x + 4);
    if (!isPeak) continue;
    const span = shape.length * 0.5;
    const drop = shape.height * 2.2;
    ctx.beginPath();
    ctx.moveTo(x, crest(x));
    for (let s = 0; s <= span; s += 4) ctx.lineTo(x - s, crest(x - s) - 2);
    ctx.lineTo(x - span - 60, drop * 1.4);
    ctx.lineTo(x + span * 0.1, drop * 1.4);
    ctx.bezierCurveTo(x + span * 0.34, drop * 0.75, x - span * 0.22, drop * 0.42, x, crest(x));
    const shade = ctx.createLinearGradient(x, crest(x), x - span, drop * 0.6);
    shade.addColorStop(0, `${shape.shade}e8`);
    shade.addColorStop(0.6, `${shape.shade}90`);
    shade.addColorStop(1, `${shape.shade}00`);
    ctx.fillStyle = shade;
    ctx.fill();
  }
}

function paintRipples(ctx, shape, width, crest) {
  const rows = 16;
  for (let row = 1; row < rows; row++) {
    const down = (row / rows) ** 1.5 * shape.height * 2.4;
    ctx.strokeStyle = `rgba(255,200,140,${0.03 + 0.07 * (row / rows)})`;
    ctx.lineWidth = 0.8 + (row / rows) * 1.4;
    ctx.beginPath();
    for (let x = 0; x <= width; x += 6) {
      const wave = 7 * Math.sin(x / 46 + row * 1.7 + 3 * noise(x / 130, row, shape.seed + 20));
      ctx.lineTo(x, crest(x) * mix(1, 0.4, row / rows) + down + wave);
    }
    ctx.stroke();
  }
}

function drawCaravan(ctx, dune, x, t, stage) {
  const size = stage.isWide ? 0.62 : 0.66;
  const lead = stage.W * (stage.isWide ? 0.34 : 0.3) + t * (stage.isWide ? 13 : 10) + 40;
  const camels = stage.isWide ? 5 : 4;
  for (let i = 0; i < camels; i++) {
    const along = lead - i * 78 * size * 1.35 + 3 * Math.sin(i * 2.4);
    const foot = dune.top + crestAt(dune, along);
    const slope = (crestAt(dune, along + 12) - crestAt(dune, along - 12)) / 24;
    drawCamel(ctx, {
      x: along + x,
      y: foot + 3,
      size: size * (1 - (i % 2) * 0.08),
      tilt: slope * 0.6,
      step: t * 3.1 + i * 1.9,
      hasRider: i !== 2 && i !== 4,
    });
  }
  const guide = lead + 62 * size * 1.3;
  drawGuide(ctx, guide + x, dune.top + crestAt(dune, guide) + 2, size, t);
}

function drawGuide(ctx, x, y, size, t) {
  ctx.save();
  ctx.translate(x, y + Math.abs(Math.sin(t * 3.1)) * -1);
  ctx.scale(size, size);
  ctx.fillStyle = '#2a1328';
  const stride = Math.sin(t * 3.1) * 7;
  ctx.beginPath();
  ctx.moveTo(-5, -46);
  ctx.quadraticCurveTo(-14, -20, -9 - stride, 0);
  ctx.lineTo(8 + stride, 0);
  ctx.quadraticCurveTo(10, -22, 6, -46);
  ctx.fill();
  ctx.beginPath();
  ctx.ellipse(1, -53, 6.5, 8, 0, 0, 7);
  ctx.fill();
  ctx.strokeStyle = '#2a1328';
  ctx.lineWidth = 2.4;
  ctx.beginPath();
  ctx.moveTo(17 + stride * 0.4, -58);
  ctx.lineTo(15 - stride * 0.2, 0);
  ctx.moveTo(3, -38);
  ctx.lineTo(16 + stride * 0.2, -34);
  ctx.stroke();
  ctx.restore();
}

function drawBlownSand(ctx, sand, dune, x, t) {
  for (const grain of sand) {
    const life = (t * 0.28 * grain.speed + grain.start) % 1;
    const from = ((grain.start * 7919) % 1) * 1400;
    const along = from + life * 150;
    const y = dune.top + crestAt(dune, from) - life * 16 * grain.lift - 1;
    ctx.fillStyle = `rgba(255,220,170,${0.32 * Math.sin(Math.PI * life) * (0.4 + grain.size * 0.6)})`;
    ctx.beginPath();
    ctx.ellipse(along + x, y, 22 + grain.size * 34, 1 + grain.size * 1.6, -0.06, 0, 7);
    ctx.fill();
  }
}

function drawBirds(ctx, birds, x, y, t) {
  ctx.strokeStyle = 'rgba(60,32,56,0.75)';
  ctx.lineWidth = 1.8;
  ctx.lineCap = 'round';
  for (const bird of birds) {
    const flap = Math.sin(t * 5 + bird.phase) * 4;
    ctx.beginPath();
    ctx.moveTo(x + bird.x - 8, y + bird.y - flap);
    ctx.quadraticCurveTo(x + bird.x - 3, y + bird.y - 2, x + bird.x, y + bird.y + 1);
    ctx.quadraticCurveTo(x + bird.x + 3, y + bird.y - 2, x + bird.x + 8, y + bird.y - flap);
    ctx.stroke();
  }
}

function drawGrass(ctx, x, y, t, size) {
  ctx.strokeStyle = '#140a18';
  ctx.lineCap = 'round';
  for (let i = 0; i < 22; i++) {
    const lean = (i - 11) * 9 + 10 * Math.sin(t * 1.5 + i * 0.5);
    const tall = (70 + 70 * noise(i, 2, 6)) * size;
    ctx.lineWidth = 3.4 * size;
    ctx.beginPath();
    ctx.moveTo(x + (i - 11) * 3.4, y);
    ctx.quadraticCurveTo(x + (i - 11) * 4 + lean * 0.2, y - tall * 0.6, x + (i - 11) * 4 + lean * size, y - tall);
    ctx.stroke();
  }
}
