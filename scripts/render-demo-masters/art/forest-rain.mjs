// Forest in the rain: someone with a red umbrella waits on a wet path among misty firs.
import { drawReflection, drawWalker } from './umbrella-walker.mjs';
import {
  clamp,
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
  id: 'forest-rain',
  label: 'Forest in the rain',
  searchWords: [
    'forest',
    'wood',
    'tree',
    'rain',
    'storm',
    'mist',
    'fog',
    'umbrella',
    'path',
    'walk',
    'nature',
    'autumn',
  ],
};

export function createScene(stage) {
  const { W, H, isWide } = stage;
  const random = seededRandom(21);
  const ground = H * (isWide ? 0.72 : 0.69);
  const sky = paintSky(stage, W, H, [
    [0, '#7d9598'],
    [0.3, '#b9c8c1'],
    [0.55, '#cfd8cc'],
    [0.75, '#9fb0a8'],
    [1, '#3c4a46'],
  ]);
  const rows = [
    { tone: '#9fb2ad', top: 0.34, trees: 26, travel: 14, lift: -46 },
    { tone: '#7f9792', top: 0.24, trees: 20, travel: 26, lift: -34 },
    { tone: '#5b7571', top: 0.14, trees: 14, travel: 42, lift: -18 },
    { tone: '#38524e', top: 0.02, trees: 9, travel: 64, lift: 2 },
  ].map((row, i) => ({ ...row, layer: paintFirs(stage, row, ground, i, random) }));
  const mist = rows.map((_, i) =>
    cloudBank(stage, W * 1.6, 190, {
      seed: 60 + i,
      rgb: '205,218,210',
      alpha: 0.2 - i * 0.022,
      puffs: 90,
      size: 80,
      flat: 3.6,
    }),
  );
  const floor = paintFloor(stage, ground);
  const trunks = paintTrunks(stage);
  const boughs = paintBoughs(stage);
  const edge = vignette(stage, 0.5);
  const rain = [0, 1, 2].map((depth) =>
    Array.from({ length: (isWide ? 70 : 60) - depth * 18 }, () => ({ x: random(), y: random(), vary: random() })),
  );
  const rings = Array.from({ length: isWide ? 26 : 28 }, () => ({
    x: random(),
    y: random() ** 0.8,
    start: random(),
    pace: 0.7 + random() * 0.6,
  }));

  return function draw(ctx, t) {
    const pan = t / 15;
    drawLayer(ctx, sky, 0, 0);
    glow(ctx, W * 0.52, H * 0.3, Math.max(W, H) * 0.5, '240,244,226', 0.42, { blend: 'screen' });
    rows.forEach((row, i) => {
      drawLayer(ctx, row.layer, -60 - pan * row.travel, ground + row.lift - row.layer.height);
      drawLayer(ctx, mist[i], -W * 0.2 - t * (3 + i * 2), ground + row.lift - 118);
    });
    drawShafts(ctx, stage, t);
    drawLayer(ctx, floor, -60 - pan * 64, ground - 30);
    drawLayer(ctx, mist[0], -W * 0.3 - t * 6, ground - 112, { alpha: 0.8 });
    const walker = {
      x: W * (isWide ? 0.497 : 0.505) - pan * 64 + t * 3.6,
      y: ground + (isWide ? 44 : 66),
      size: isWide ? 1.12 : 1.3,
    };
    drawReflection(ctx, walker);
    drawRings(ctx, rings, { stage, ground, t, shift: pan * 64 });
    drawWalker(ctx, walker, t);
    drawRain(ctx, rain[0], stage, t, { length: 26, width: 1, alpha: 0.2, speed: 1.15 });
    drawLayer(ctx, trunks, -90 - pan * 110, 0);
    drawRain(ctx, rain[1], stage, t, { length: 44, width: 1.3, alpha: 0.24, speed: 1.6 });
    drawBoughs(ctx, boughs, stage, t, pan);
    drawRain(ctx, rain[2], stage, t, { length: 78, width: 1.9, alpha: 0.2, speed: 2.2 });
    drawLayer(ctx, edge, 0, 0);
  };
}

function paintFirs(stage, row, ground, index, random) {
  const width = stage.W + 200;
  const height = ground * (1 - row.top) + 20;
  return stage.layer(width, height, (ctx) => {
    const gap = width / row.trees;
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(row.tone.slice(at, at + 2), 16));
    const fill = verticalGradient(ctx, 0, height, [
      [0, row.tone],
      [0.62, row.tone],
      [1, `rgb(${mix(r, 190, 0.45)},${mix(g, 204, 0.45)},${mix(b, 196, 0.45)})`],
    ]);
    for (let i = 0; i < row.trees; i++) {
      const x = (i + 0.15 + random() * 0.7) * gap;
      const opening = Math.abs(x - stage.W * 0.52 - 60) / stage.W;
      const tall = height * (0.5 + 0.42 * random()) * clamp(0.55 + opening * 1.3, 0.5, 1);
      paintFir(ctx, { x, foot: height, tall, wide: tall * (0.16 + random() * 0.05), fill, seed: index * 50 + i });
    }
  });
}

function paintFir(ctx, { x, foot, tall, wide, fill, seed }) {
  ctx.fillStyle = fill;
  ctx.fillRect(x - tall * 0.012, foot - tall * 0.5, tall * 0.024, tall * 0.5);
  const tiers = Math.round(clamp(tall / 15, 14, 40));
  for (const side of [-1, 1]) {
    ctx.beginPath();
    ctx.moveTo(x, foot - tall);
    for (let i = 0; i < tiers; i++) {
      const share = (i + 1) / tiers;
      const reach = wide * share ** 0.85 * (0.75 + 0.5 * noise(i, side * 3, seed));
      const y = foot - tall + tall * 0.985 * share;
      const drop = tall / tiers;
      ctx.lineTo(x + side * reach, y + drop * 0.3);
      ctx.lineTo(x + side * reach * 0.8, y + drop * 0.12 * noise(i, 5, seed));
      ctx.lineTo(x + side * reach * 0.62, y - drop * 0.12);
    }
    ctx.lineTo(x, foot);
    ctx.fill();
  }
}

function paintFloor(stage, ground) {
  const width = stage.W + 200;
  const height = stage.H - ground + 40;
  return stage.layer(width, height, (ctx) => {
    fillBelow(
      ctx,
      width,
      height,
      (x) => 22 + 12 * fractalNoise(x / 60, 1, 12, 3),
      verticalGradient(ctx, 0, height, [
        [0, '#4a625a'],
        [0.3, '#2c413c'],
        [1, '#0d1817'],
      ]),
    );
    for (let i = 0; i < 260; i++) {
      const dim = noise(i, 3, 72);
      glow(
        ctx,
        (i / 260) * width,
        26 - 6 * noise(i, 1, 70),
        9 + 15 * noise(i, 2, 71),
        `${mix(60, 78, dim)},${mix(84, 100, dim)},${mix(76, 92, dim)}`,
        0.8,
        { blend: 'source-over', stretch: 1.4, falloff: 0.7 },
      );
    }
    const path = (y) => ({
      centre: mix(stage.W * 0.53 + 60, stage.W * 0.46 + 60, (y / height) ** 0.8) + 30 * Math.sin(y / 60),
      half: mix(10, stage.isWide ? 300 : 330, (y / height) ** 1.15),
    });
    ctx.beginPath();
    for (let y = 24; y <= height; y += 4) ctx.lineTo(path(y).centre - path(y).half + 5 * Math.sin(y / 7), y);
    for (let y = height; y >= 24; y -= 4) ctx.lineTo(path(y).centre + path(y).half + 5 * Math.sin(y / 9 + 2), y);
    ctx.fillStyle = verticalGradient(ctx, 24, height, [
      [0, 'rgba(168,184,176,0)'],
      [0.1, 'rgba(168,184,176,0.9)'],
      [0.35, '#8d9f98'],
      [1, '#34433f'],
    ]);
    ctx.fill();
    ctx.save();
    ctx.clip();
    for (let i = 0; i < 120; i++) {
      const y = 30 + noise(i, 1, 5) ** 1.1 * (height - 30);
      const near = y / height;
      ctx.fillStyle = noise(i, 2, 5) < 0.5 ? `rgba(220,232,224,${0.1 + 0.1 * near})` : 'rgba(24,36,34,0.2)';
      ctx.beginPath();
      ctx.ellipse(noise(i, 3, 5) * width, y, 20 + 90 * near * noise(i, 4, 5), 1 + 5 * near, 0, 0, 7);
      ctx.fill();
    }
    ctx.restore();
    paintFerns(ctx, width, height, path);
  });
}

function paintFerns(ctx, width, height, path) {
  for (let i = 0; i < 320; i++) {
    const y = 30 + (i / 320) ** 1.2 * (height - 20);
    const x = noise(i, 1, 91) * width * 1.1 - 20;
    const { centre, half } = path(y);
    if (Math.abs(x - centre) < half + 4) continue;
    const near = y / height;
    ctx.strokeStyle = `rgba(${mix(70, 14, near)},${mix(98, 30, near)},${mix(84, 27, near)},0.8)`;
    ctx.lineWidth = 1 + near * 2.2;
    for (let blade = -2; blade <= 2; blade++) {
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.quadraticCurveTo(
        x + blade * 4 * near,
        y - 14 - 16 * near,
        x + blade * (6 + 13 * near),
        y - (10 + 24 * near) * (1 - Math.abs(blade) * 0.15),
      );
      ctx.stroke();
    }
  }
}

function paintTrunks(stage) {
  const width = stage.W + 260;
  return stage.layer(width, stage.H, (ctx, _, height) => {
    const places = stage.isWide
      ? [
          [0.1, 34],
          [0.885, 44],
          [0.8, 17],
        ]
      : [
          [0.1, 34],
          [0.96, 42],
        ];
    for (const [at, half] of places) {
      const x = width * at;
      const bark = ctx.createLinearGradient(x - half, 0, x + half, 0);
      bark.addColorStop(0, '#0b1413');
      bark.addColorStop(0.62, '#16221f');
      bark.addColorStop(1, '#3d504a');
      ctx.fillStyle = bark;
      ctx.beginPath();
      for (let y = 0; y <= height; y += 8)
        ctx.lineTo(x - half * (1 + 0.9 * (y / height) ** 9) - 4 * noise(y / 40, 1, half), y);
      for (let y = height; y >= 0; y -= 8)
        ctx.lineTo(x + half * (1 + 0.9 * (y / height) ** 9) + 4 * noise(y / 40, 2, half), y);
      ctx.fill();
      ctx.strokeStyle = 'rgba(3,7,7,0.5)';
      ctx.lineWidth = 2;
      for (let i = 0; i < half / 2; i++) {
        const dx = (noise(i, 1, half) - 0.5) * half * 1.7;
        const y = noise(i, 2, half) * height;
        ctx.beginPath();
        ctx.moveTo(x + dx, y);
        ctx.quadraticCurveTo(x + dx + 4, y + 50, x + dx - 2, y + 110);
        ctx.stroke();
      }
      ctx.lineWidth = 5;
      ctx.strokeStyle = '#0e1817';
      for (let i = 0; i < 3; i++) {
        const y = height * (0.12 + 0.2 * i + 0.05 * noise(i, 4, half));
        const side = at < 0.5 ? 1 : -1;
        ctx.beginPath();
        ctx.moveTo(x + side * half * 0.8, y);
        ctx.quadraticCurveTo(x + side * (half + 40), y + 4, x + side * (half + 76), y + 26);
        ctx.stroke();
      }
    }
  });
}

function paintBoughs(stage) {
  return stage.layer(520, 300, (ctx) => {
    ctx.strokeStyle = '#0a1312';
    ctx.lineCap = 'round';
    for (let branch = 0; branch < 3; branch++) {
      const end = { x: 470 - branch * 120, y: 90 + branch * 74 };
      for (let s = 0; s <= 1; s += 0.018) {
        const x = s * end.x;
        const y = 10 + branch * 26 + (end.y - 10 - branch * 26) * s ** 1.6;
        ctx.lineWidth = 7 * (1 - s) + 2;
        ctx.beginPath();
        ctx.moveTo(x, y);
        ctx.lineTo(x + 10, y + 4);
        ctx.stroke();
        ctx.lineWidth = 2;
        for (let needle = 0; needle < 7; needle++) {
          const lean = noise(s * 300, needle, 40 + branch) * 2 - 1;
          const reach = 16 + 24 * noise(s * 300, needle, 50 + branch) * (1.1 - s * 0.6);
          ctx.beginPath();
          ctx.moveTo(x, y);
          ctx.quadraticCurveTo(x + reach * 0.4, y + lean * reach * 0.5 + 2, x + reach, y + lean * reach * 0.7 + 9);
          ctx.stroke();
        }
      }
    }
  });
}

function drawBoughs(ctx, boughs, stage, t, pan) {
  const sway = Math.sin(t * 0.9) * 0.02;
  for (const side of [1, -1]) {
    ctx.save();
    ctx.translate(side > 0 ? -60 - pan * 130 : stage.W + 110 - pan * 130, -18);
    ctx.scale(side * (stage.isWide ? 0.9 : 0.8), stage.isWide ? 0.9 : 0.95);
    ctx.rotate(sway * side);
    drawLayer(ctx, boughs, 0, 0);
    ctx.restore();
  }
}

function drawShafts(ctx, stage, t) {
  const { W, H } = stage;
  ctx.globalCompositeOperation = 'screen';
  for (let i = 0; i < 20; i++) {
    const shaft = Math.floor(i / 5);
    const inset = (i % 5) * 9;
    const x = W * (0.34 + shaft * 0.12) + 12 * Math.sin(t * 0.22 + shaft * 2);
    const alpha = 0.026 + 0.014 * Math.sin(t * 0.5 + shaft * 1.9);
    ctx.fillStyle = verticalGradient(ctx, 0, H * 0.75, [
      [0, `rgba(238,244,226,${alpha})`],
      [1, 'rgba(238,244,226,0)'],
    ]);
    ctx.beginPath();
    ctx.moveTo(x + inset * 0.4, -10);
    ctx.lineTo(x + 60 - inset * 0.4, -10);
    ctx.lineTo(x - 30 - inset * 1.6, H * 0.75);
    ctx.lineTo(x - 200 + inset * 1.6, H * 0.75);
    ctx.fill();
  }
  ctx.globalCompositeOperation = 'source-over';
}

function drawRings(ctx, rings, { stage, ground, t, shift }) {
  for (const ring of rings) {
    const life = (t * ring.pace + ring.start) % 1;
    const near = ring.y;
    const y = ground + 30 + near * (stage.H - ground - 40);
    const x = stage.W * (0.5 + (ring.x - 0.5) * mix(0.2, 1, near)) - shift * 0.5;
    ctx.strokeStyle = `rgba(232,242,236,${0.5 * (1 - life) * (0.4 + near * 0.6)})`;
    ctx.lineWidth = 1 + near;
    ctx.beginPath();
    ctx.ellipse(x, y, (5 + 28 * near) * life + 1, (1.6 + 8 * near) * life + 0.5, 0, 0, 7);
    ctx.stroke();
  }
}

function drawRain(ctx, drops, stage, t, { length, width, alpha, speed }) {
  ctx.strokeStyle = `rgba(228,238,236,${alpha})`;
  ctx.lineWidth = width;
  ctx.lineCap = 'butt';
  ctx.beginPath();
  for (const drop of drops) {
    const fall = (drop.y + t * speed * (0.85 + drop.vary * 0.3)) % 1;
    const y = fall * (stage.H + length * 2) - length;
    const x = (drop.x * 1.15 * stage.W + fall * -46) % (stage.W * 1.15);
    ctx.moveTo(x, y);
    ctx.lineTo(x - length * 0.09, y + length);
  }
  ctx.stroke();
}
