// Snow peak at first light: a balloon rises past an alpenglow summit above a sea of cloud.
import {
  clamp,
  cloudBank,
  drawLayer,
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

export const mood = {
  id: 'snow-peak',
  label: 'Snow peak at first light',
  searchWords: [
    'snow',
    'mountain',
    'peak',
    'winter',
    'ice',
    'cold',
    'sky',
    'balloon',
    'flight',
    'climb',
    'cloud',
    'air',
  ],
};

export function createScene(stage) {
  const { W, H, isWide } = stage;
  const random = seededRandom(8);
  const sky = paintSky(stage, W, H, [
    [0, '#3f74b4'],
    [0.3, '#86b3dd'],
    [0.5, '#c9d6e6'],
    [0.64, '#f7d2c4'],
    [0.8, '#fbe3d6'],
    [1, '#dfe7f1'],
  ]);
  const far = paintRange(stage, {
    height: 250,
    peaks: [
      [0.12, 0.62, 0.2],
      [0.36, 0.5, 0.16],
      [0.66, 0.74, 0.2],
      [0.9, 0.66, 0.16],
    ],
    seed: 5,
    haze: 0.62,
  });
  const main = paintRange(stage, {
    height: isWide ? 470 : 720,
    peaks: isWide
      ? [
          [0.36, 0.93, 0.27],
          [0.6, 0.62, 0.2],
          [0.12, 0.55, 0.17],
          [0.87, 0.5, 0.2],
        ]
      : [
          [0.42, 0.92, 0.42],
          [0.82, 0.56, 0.3],
          [0.08, 0.5, 0.26],
        ],
    seed: 21,
    haze: 0.12,
  });
  const near = paintRange(stage, {
    height: 240,
    peaks: [
      [0.04, 0.8, 0.2],
      [0.95, 0.86, 0.24],
    ],
    seed: 33,
    haze: 0,
  });
  const seas = [0, 1, 2].map((i) =>
    cloudBank(stage, W * 1.8, 210 + i * 40, {
      seed: 80 + i,
      rgb: i === 2 ? '232,238,248' : '236,228,236',
      alpha: 0.4,
      puffs: 210,
      size: 64 + i * 18,
      flat: 2.6,
      litRgb: '255,240,232',
    }),
  );
  const wisps = cloudBank(stage, W * 1.6, 140, {
    seed: 90,
    rgb: '255,244,240',
    alpha: 0.16,
    puffs: 80,
    size: 36,
    flat: 7,
  });
  const firs = paintSnowFirs(stage);
  const envelope = paintBalloon(stage);
  const edge = vignette(stage, 0.24);
  const flakes = Array.from({ length: isWide ? 54 : 62 }, () => ({
    x: random(),
    y: random(),
    near: random() ** 2.4,
    phase: random() * 6.3,
  }));
  const base = H * (isWide ? 0.8 : 0.79);

  return function draw(ctx, t) {
    const pan = t / 15;
    drawLayer(ctx, sky, 0, 0);
    glow(ctx, W * 0.04, H * 0.5, W * 0.7, '255,206,170', 0.4, { blend: 'screen' });
    const floorMist = verticalGradient(ctx, base - 120, base + 60, [
      [0, 'rgba(228,228,238,0)'],
      [0.6, 'rgba(229,229,240,0.85)'],
      [1, 'rgba(222,228,242,1)'],
    ]);
    drawLayer(ctx, wisps, -W * 0.15 - t * 4, H * (isWide ? 0.14 : 0.16));
    drawLayer(ctx, far, -50 - pan * 12, base - far.height - (isWide ? 20 : 40));
    drawLayer(ctx, seas[0], -W * 0.3 - t * 5, base - 190);
    const distant = { x: W * (isWide ? 0.93 : 0.84) - t * 3, y: H * (isWide ? 0.36 : 0.46) - t * 2.6, size: 0.2 };
    drawBalloon(ctx, envelope, distant, t + 2);
    drawLayer(ctx, main, -60 - pan * 30, base - main.height + 46);
    ctx.fillStyle = floorMist;
    ctx.fillRect(0, base - 120, W, H);
    drawLayer(ctx, seas[1], -W * 0.5 - t * 9, base - 150);
    const balloon = {
      x: W * (isWide ? 0.72 : 0.63) - t * (isWide ? 9 : 6.5),
      y: H * (isWide ? 0.42 : 0.39) - t * (isWide ? 7.5 : 9),
      size: isWide ? 0.74 : 0.8,
    };
    drawBalloon(ctx, envelope, balloon, t);
    drawLayer(ctx, near, -60 - pan * 62, base - near.height + (isWide ? 130 : 170));
    drawLayer(ctx, seas[2], -W * 0.4 - t * 15, base - 60 + (isWide ? 0 : 50));
    drawLayer(ctx, firs, -120 - pan * 130, H - firs.height + 6);
    drawFlakes(ctx, flakes, stage, t);
    drawLayer(ctx, edge, 0, 0);
  };
}

/**
 * Mountains shaded point by point: height is the sum of sharp cones with ridged noise, light comes low from the left.
 * `peaks` is [[centre, height, half width], …] in shares of the layer.
 */
function paintRange(stage, { height, peaks, seed, haze }) {
  const width = stage.W + 200;
  const crest = [];
  const silhouette = (x) => {
    let best = 0;
    for (const [at, tall, half] of peaks) {
      const away = Math.abs(x / width - at) / half;
      best = Math.max(best, tall * (1 - away ** 0.86 * 0.92));
    }
    const rough = (ridged(x / 90, 1, seed) - 0.5) * 0.13 + (ridged(x / 26, 2, seed) - 0.5) * 0.05;
    return height * (1 - Math.max(0, best + rough * Math.min(1, best * 2)));
  };
  for (let x = 0; x <= width * 2; x++) crest.push(silhouette(x / 2));
  return stage.shadedLayer(width, height, (x, y) => {
    const top = crest[Math.round(x * 2)];
    if (y < top - 0.5) return null;
    const down = y - top;
    const steep = relief(x + 2.5, y, down, seed) - relief(x - 2.5, y, down, seed);
    const lean =
      (crest[Math.min(crest.length - 1, Math.round(x * 2) + 24)] - crest[Math.max(0, Math.round(x * 2) - 24)]) / 24;
    const light = ramp(-0.5, 0.55, -lean * 0.42 * Math.exp(-down / 260) + steep * 0.34);
    const rock = ramp(0.68, 0.84, ridged(x / 38 + down / 160, y / 74, seed + 9)) * ramp(4, 60, down) * 0.6;
    const glowing = 1 - ramp(height * 0.2, height * 0.85, y);
    const lit = [mix(250, 255, glowing), mix(244, 224, glowing), mix(244, 204, glowing)];
    const shadow = [mix(150, 118, glowing), mix(178, 140, glowing), mix(216, 190, glowing)];
    const stone = [mix(92, 150, light), mix(104, 122, light), mix(138, 128, light)];
    const mistShare = clamp(haze + ramp(height * 0.55, height, y) * 0.62, 0, 1);
    const colour = [0, 1, 2].map((c) =>
      mix(mix(mix(shadow[c], lit[c], light), stone[c], rock), [226, 226, 236][c], mistShare),
    );
    return [...colour, 255 * clamp(y - top + 0.5, 0, 1) * (1 - ramp(height * 0.86, height, y))];
  });
}

const ridged = (x, y, seed) => 1 - Math.abs(fractalNoise(x, y, seed, 5) * 2 - 1);

/** Spurs run down from the crest, so the noise is stretched along the slope. */
function relief(x, y, down, seed) {
  return 14 * ridged(x / 110 + down / 330, y / 210, seed) + 7 * ridged(x / 42 - down / 240, y / 90, seed + 3);
}

function paintBalloon(stage) {
  return stage.layer(300, 400, (ctx) => {
    const shape = () => {
      ctx.beginPath();
      ctx.moveTo(118, 296);
      ctx.bezierCurveTo(96, 240, 14, 208, 14, 132);
      ctx.bezierCurveTo(14, 58, 76, 8, 150, 8);
      ctx.bezierCurveTo(224, 8, 286, 58, 286, 132);
      ctx.bezierCurveTo(286, 208, 204, 240, 182, 296);
      ctx.closePath();
    };
    ctx.save();
    shape();
    ctx.clip();
    const gores = ['#a4283a', '#d8483c', '#f4e6cf', '#e8622f', '#c93440', '#f4e6cf', '#d8483c', '#a4283a'];
    gores.forEach((colour, i) => paintGore(ctx, i / gores.length, (i + 1) / gores.length, colour));
    const light = ctx.createLinearGradient(14, 0, 286, 0);
    light.addColorStop(0, 'rgba(255,226,190,0.5)');
    light.addColorStop(0.3, 'rgba(255,226,190,0.05)');
    light.addColorStop(0.62, 'rgba(40,20,60,0.08)');
    light.addColorStop(1, 'rgba(38,22,66,0.62)');
    ctx.fillStyle = light;
    ctx.fillRect(0, 0, 300, 400);
    ctx.fillStyle = 'rgba(60,16,40,0.35)';
    ctx.fillRect(0, 150, 300, 9);
    ctx.fillRect(0, 166, 300, 3);
    ctx.restore();
    ctx.strokeStyle = '#4b3340';
    ctx.lineWidth = 1.8;
    for (const [from, to] of [
      [120, 130],
      [140, 144],
      [160, 156],
      [180, 170],
    ]) {
      ctx.beginPath();
      ctx.moveTo(from, 296);
      ctx.lineTo(to, 350);
      ctx.stroke();
    }
    ctx.fillStyle = verticalGradient(ctx, 348, 386, [
      [0, '#7d4f31'],
      [1, '#432718'],
    ]);
    ctx.beginPath();
    ctx.roundRect(127, 348, 46, 38, [3, 3, 9, 9]);
    ctx.fill();
    ctx.fillStyle = '#2b1a20';
    for (const [x, r] of [
      [140, 6],
      [159, 5.4],
    ]) {
      ctx.beginPath();
      ctx.arc(x, 336, r, 0, 7);
      ctx.roundRect(x - 8, 341, 16, 14, 5);
      ctx.fill();
    }
  });
}

/** A strip of cloth between two meridians of the envelope. */
function paintGore(ctx, from, to, colour) {
  const bulge = (share) => 150 + 215 * Math.sin((share - 0.5) * Math.PI);
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.moveTo(150, 4);
  ctx.bezierCurveTo(bulge(to), 2, bulge(to), 205, 150 + (to - 0.5) * 64, 300);
  ctx.lineTo(150 + (from - 0.5) * 64, 300);
  ctx.bezierCurveTo(bulge(from), 205, bulge(from), 2, 150, 4);
  ctx.fill();
  ctx.strokeStyle = 'rgba(70,20,30,0.3)';
  ctx.lineWidth = 1;
  ctx.stroke();
}

function drawBalloon(ctx, envelope, { x, y, size }, t) {
  ctx.save();
  ctx.translate(x, y + Math.sin(t * 0.8) * 3);
  ctx.rotate(Math.sin(t * 0.55) * 0.022);
  ctx.scale(size, size);
  drawLayer(ctx, envelope, -150, -190);
  const flame = ramp(0.55, 0.9, Math.sin(t * 1.05 + 1)) * (0.85 + 0.15 * Math.sin(t * 31));
  glow(ctx, 0, 112, 30 + flame * 46, '255,190,90', 0.25 + flame * 0.6);
  glow(ctx, 0, 40, 130, '255,170,90', flame * 0.34);
  ctx.restore();
}

function paintSnowFirs(stage) {
  const width = stage.W + 280;
  const height = stage.isWide ? 250 : 340;
  return stage.layer(width, height, (ctx) => {
    const slope = (x) => height - 26 - 74 * Math.abs(x / width - 0.5) ** 1.5 * 2.4 - 10 * noise(x / 60, 1, 2);
    const count = stage.isWide ? 30 : 22;
    for (let i = 0; i < count; i++) {
      const share = noise(i, 1, 44);
      const side = i % 2 ? 1 - share * 0.3 : share * 0.3;
      const x = width * side;
      const tall = (70 + 120 * noise(i, 3, 45)) * (stage.isWide ? 1 : 1.2) * (0.6 + Math.abs(side - 0.5));
      paintSnowFir(ctx, x, slope(x) + 8, tall, i);
    }
    ctx.fillStyle = verticalGradient(ctx, height - 120, height, [
      [0, '#e6ecf6'],
      [1, '#9fb6d6'],
    ]);
    ctx.beginPath();
    ctx.moveTo(0, height);
    for (let x = 0; x <= width; x += 4) ctx.lineTo(x, slope(x));
    ctx.lineTo(width, height);
    ctx.fill();
  });
}

function paintSnowFir(ctx, x, foot, tall, seed) {
  const tiers = 9;
  for (let i = 0; i < tiers; i++) {
    const share = (i + 1) / tiers;
    const y = foot - tall + tall * share * 0.95;
    const reach = tall * 0.2 * share ** 0.8 * (0.85 + 0.3 * noise(i, 2, seed));
    const depth = (tall / tiers) * 1.5;
    ctx.fillStyle = `rgb(${mix(52, 34, share)},${mix(78, 56, share)},${mix(108, 86, share)})`;
    ctx.beginPath();
    ctx.moveTo(x, y - depth);
    ctx.quadraticCurveTo(x - reach * 0.4, y - depth * 0.2, x - reach, y + 4);
    ctx.quadraticCurveTo(x, y - 3, x + reach, y + 4);
    ctx.quadraticCurveTo(x + reach * 0.4, y - depth * 0.2, x, y - depth);
    ctx.fill();
    ctx.fillStyle = 'rgba(244,240,246,0.86)';
    ctx.beginPath();
    ctx.moveTo(x, y - depth);
    ctx.quadraticCurveTo(x - reach * 0.42, y - depth * 0.25, x - reach, y + 3);
    ctx.quadraticCurveTo(x - reach * 0.5, y - depth * 0.22, x - reach * 0.1, y - depth * 0.3);
    ctx.fill();
  }
}

function drawFlakes(ctx, flakes, stage, t) {
  for (const flake of flakes) {
    const fall = (flake.y + t * (0.035 + flake.near * 0.07)) % 1;
    const x =
      ((flake.x - t * (0.008 + flake.near * 0.02) + 2) % 1) * (stage.W + 60) -
      30 +
      Math.sin(t * 0.9 + flake.phase) * 14;
    const radius = 1.4 + flake.near * 7;
    glow(ctx, x, fall * (stage.H + 40) - 20, radius * 1.6, '255,255,255', 0.9 - flake.near * 0.45, {
      blend: 'source-over',
      falloff: 0.6,
    });
  }
}
