// Harbour at night: a lighthouse turns over moonlit water while a small boat comes home.
import { drawBeam, drawLampReflection, paintHeadland } from './lighthouse.mjs';
import {
  cloudBank,
  drawLayer,
  fillBelow,
  fractalNoise,
  glow,
  paintSky,
  seededRandom,
  verticalGradient,
  vignette,
} from './stage.mjs';

export const mood = {
  id: 'harbour-night',
  label: 'Harbour at night',
  searchWords: ['harbour', 'harbor', 'sea', 'ocean', 'night', 'moon', 'lighthouse', 'boat', 'ship', 'sail', 'coast'],
};

export function createScene(stage) {
  const { W, H, isWide } = stage;
  const random = seededRandom(11);
  const horizon = H * (isWide ? 0.6 : 0.57);
  const moon = { x: W * (isWide ? 0.25 : 0.28), y: H * (isWide ? 0.2 : 0.17), radius: isWide ? 36 : 44 };
  const sky = paintSky(stage, W, horizon + 4, [
    [0, '#050a1c'],
    [0.45, '#0b1d3d'],
    [0.8, '#1d4360'],
    [1, '#3f6a78'],
  ]);
  const stars = Array.from({ length: isWide ? 130 : 150 }, () => ({
    x: random() * W,
    y: random() ** 1.3 * horizon * 0.86,
    size: 0.6 + random() ** 3 * 1.5,
    phase: random() * 6.3,
    speed: 0.6 + random() * 1.4,
  }));
  const highCloud = cloudBank(stage, W * 1.7, 190, {
    seed: 5,
    rgb: '70,104,140',
    alpha: 0.15,
    puffs: 150,
    size: 62,
    flat: 4.5,
    litRgb: '150,180,205',
  });
  const lowCloud = cloudBank(stage, W * 1.7, 120, {
    seed: 8,
    rgb: '24,50,78',
    alpha: 0.3,
    puffs: 130,
    size: 50,
    flat: 5,
  });
  const hills = paintHills(stage);
  const town = paintTown(stage, random);
  const sea = paintSky(stage, W, H - horizon, [
    [0, '#3a6674'],
    [0.06, '#1f4961'],
    [0.35, '#0d2a45'],
    [1, '#030a18'],
  ]);
  const swell = paintSwell(stage, H - horizon, random);
  const headland = paintHeadland(stage, isWide ? 620 : 520);
  const quay = paintQuay(stage);
  const edge = vignette(stage, 0.5);
  const glitter = Array.from({ length: isWide ? 170 : 230 }, () => ({
    depth: random() ** 1.25,
    side: (random() + random() + random() - 1.5) / 1.5,
    phase: random() * 6.3,
    speed: 1.2 + random() * 2.2,
    length: 0.5 + random(),
  }));

  return function draw(ctx, t) {
    const pan = t / 15;
    drawLayer(ctx, sky, 0, 0);
    for (const star of stars) {
      ctx.globalAlpha = 0.35 + 0.4 * (0.5 + 0.5 * Math.sin(t * star.speed + star.phase));
      ctx.fillStyle = '#dfeaf5';
      ctx.fillRect(star.x - pan * 5, star.y, star.size, star.size);
    }
    ctx.globalAlpha = 1;
    drawMoon(ctx, moon, pan);
    drawLayer(ctx, highCloud, -W * 0.1 - t * 7, moon.y - 30);
    drawLayer(ctx, lowCloud, -W * 0.3 - t * 4, horizon - 190);
    drawLayer(ctx, hills, -40 - pan * 22, horizon - hills.height + 2);
    drawTown(ctx, town, { x: -40 - pan * 22, horizon, t });
    drawLayer(ctx, sea, 0, horizon);
    for (const band of swell)
      drawLayer(
        ctx,
        band.layer,
        -60 + Math.sin(t * band.speed + band.phase) * band.sway - pan * band.travel,
        horizon + band.y + Math.sin(t * 0.9 + band.phase) * 2,
      );
    drawTownReflections(ctx, town, { x: -40 - pan * 22, horizon, t });
    drawGlitter(ctx, glitter, { x: moon.x - pan * 6, horizon, bottom: H, t, isWide });
    glow(ctx, moon.x, horizon, W * 0.5, '140,180,190', 0.12, { stretch: 1.6 });
    drawBoat(ctx, {
      x: W * (isWide ? 0.37 : 0.2) + t * (isWide ? 9 : 8.5),
      y: horizon + (isWide ? 58 : 96),
      size: isWide ? 1 : 1.15,
      t,
    });
    const landX = W * (isWide ? 0.62 : 0.4) - pan * 46;
    const landY = horizon - headland.height + 86;
    const lamp = { x: landX + headland.lamp.x, y: landY + headland.lamp.y };
    drawBeam(ctx, lamp, t, true, W);
    drawLayer(ctx, headland, landX, landY);
    drawBeam(ctx, lamp, t, false, W);
    drawLampReflection(ctx, lamp.x, horizon + 92, t, isWide ? 150 : 260);
    drawLayer(ctx, quay, -20 - pan * 84, H - quay.height + 4);
    drawLantern(ctx, -20 - pan * 84 + quay.lantern.x, H - quay.height + 4 + quay.lantern.y, t);
    drawLayer(ctx, edge, 0, 0);
  };
}

function drawMoon(ctx, moon, pan) {
  const x = moon.x - pan * 6;
  glow(ctx, x, moon.y, moon.radius * 9, '120,160,200', 0.32);
  glow(ctx, x, moon.y, moon.radius * 3.2, '190,215,235', 0.5);
  const disc = ctx.createRadialGradient(x - 8, moon.y - 8, 4, x, moon.y, moon.radius);
  disc.addColorStop(0, '#fdf8e8');
  disc.addColorStop(0.85, '#e9e6d6');
  disc.addColorStop(1, '#cfd3cf');
  ctx.fillStyle = disc;
  ctx.beginPath();
  ctx.arc(x, moon.y, moon.radius, 0, 7);
  ctx.fill();
  ctx.save();
  ctx.clip();
  for (const [dx, dy, r] of [
    [-14, -8, 26],
    [-4, -16, 20],
    [10, 4, 22],
    [-10, 16, 17],
    [20, -14, 13],
  ]) {
    glow(ctx, x + dx, moon.y + dy, r, '120,132,145', 0.3, { blend: 'source-over', stretch: 1.25, falloff: 0.6 });
  }
  ctx.restore();
}

function paintHills(stage) {
  const width = stage.W + 140;
  return stage.layer(width, 150, (ctx) => {
    const far = (x) => 96 - 66 * fractalNoise(x / 260, 1, 3, 4) * (0.5 + 0.5 * Math.sin(x / 330 + 1));
    const near = (x) => 140 - 60 * fractalNoise(x / 190, 7, 9, 4) * (0.55 + 0.45 * Math.sin(x / 410 + 4.2));
    fillBelow(
      ctx,
      width,
      150,
      far,
      verticalGradient(ctx, 30, 150, [
        [0, '#1b3b57'],
        [1, '#35607a'],
      ]),
    );
    fillBelow(
      ctx,
      width,
      150,
      near,
      verticalGradient(ctx, 70, 150, [
        [0, '#0c2238'],
        [1, '#1c425a'],
      ]),
    );
  });
}

function paintTown(stage, random) {
  const width = stage.W + 140;
  return Array.from({ length: stage.isWide ? 46 : 30 }, () => {
    const x = width * (random() < 0.75 ? 0.04 + random() * 0.5 : random());
    return { x, up: 3 + random() ** 2 * 30, warm: random(), phase: random() * 6.3, size: 0.9 + random() * 0.9 };
  });
}

function drawTown(ctx, town, { x, horizon, t }) {
  for (const light of town) {
    const rgb = light.warm < 0.75 ? '255,190,110' : '210,230,255';
    const alpha = 0.75 + 0.2 * Math.sin(t * 2 + light.phase);
    glow(ctx, x + light.x, horizon - light.up, 9 * light.size, rgb, 0.4 * alpha);
    ctx.fillStyle = `rgba(${rgb},${alpha})`;
    ctx.fillRect(x + light.x - light.size, horizon - light.up - light.size, light.size * 2, light.size * 2);
  }
}

function drawTownReflections(ctx, town, { x, horizon, t }) {
  ctx.globalCompositeOperation = 'lighter';
  for (const light of town) {
    const rgb = light.warm < 0.75 ? '255,180,100' : '190,215,245';
    for (let i = 0; i < 6; i++) {
      const y = horizon + 4 + i * 7 + light.up * 0.5;
      const sway = Math.sin(t * 2.4 + light.phase + i * 1.7) * (1 + i * 0.7);
      ctx.fillStyle = `rgba(${rgb},${0.2 * (1 - i / 6)})`;
      ctx.fillRect(x + light.x + sway - 2.4 - i * 0.5, y, 5 + i, 1.8);
    }
  }
  ctx.globalCompositeOperation = 'source-over';
}

function paintSwell(stage, depth, random) {
  return Array.from({ length: 6 }, (_, i) => {
    const near = (i + 1) / 6;
    const height = depth * (0.1 + near * 0.2);
    const layer = stage.layer(stage.W + 240, height, (ctx, width) => {
      for (let k = 0; k < 90; k++) {
        const x = random() * width;
        const y = 3 + random() * (height - 6);
        const length = (24 + random() * 90) * (0.4 + near);
        const isLight = random() < 0.55;
        ctx.fillStyle = isLight
          ? `rgba(120,170,190,${0.05 + random() * 0.08})`
          : `rgba(2,10,24,${0.1 + random() * 0.15})`;
        ctx.beginPath();
        ctx.ellipse(x, y, length, 0.8 + near * 2.2 * random(), 0, 0, 7);
        ctx.fill();
      }
    });
    return {
      layer,
      y: depth * near ** 1.6 * 0.8,
      speed: 0.35 + random() * 0.25,
      phase: random() * 6.3,
      sway: 5 + near * 16,
      travel: 10 + near * 44,
    };
  });
}

function drawGlitter(ctx, glitter, { x, horizon, bottom, t, isWide }) {
  ctx.globalCompositeOperation = 'lighter';
  const reach = (bottom - horizon) * (isWide ? 0.95 : 0.8);
  for (const spark of glitter) {
    const flicker = Math.max(0, Math.sin(t * spark.speed + spark.phase));
    if (flicker < 0.06) continue;
    const spread = 20 + spark.depth * 120;
    const px = x + spark.side * spread + Math.sin(t * 0.8 + spark.phase) * 4;
    const length = (4 + spark.depth * 24) * spark.length * (0.5 + 0.5 * flicker);
    ctx.fillStyle = `rgba(215,232,236,${flicker * (0.62 - spark.depth * 0.42) * (1 - Math.abs(spark.side) * 0.55)})`;
    ctx.beginPath();
    ctx.ellipse(px, horizon + 3 + spark.depth * reach, length, 0.8 + spark.depth * 1.9, 0, 0, 7);
    ctx.fill();
  }
  ctx.globalCompositeOperation = 'source-over';
}

function drawBoat(ctx, { x, y, size, t }) {
  const bob = Math.sin(t * 1.3) * 1.6;
  glow(ctx, x - 10, y + 14, 60, '255,170,90', 0.22, { stretch: 0.5 });
  ctx.save();
  ctx.translate(x, y + bob);
  ctx.rotate(Math.sin(t * 1.05) * 0.022);
  ctx.scale(size, size);
  ctx.fillStyle = '#06121f';
  ctx.beginPath();
  ctx.moveTo(-34, -5);
  ctx.quadraticCurveTo(-26, 8, -8, 9);
  ctx.lineTo(20, 8);
  ctx.quadraticCurveTo(36, 3, 42, -8);
  ctx.quadraticCurveTo(6, -3, -34, -5);
  ctx.fill();
  ctx.fillRect(2, -92, 2, 90);
  const cloth = ctx.createLinearGradient(-40, 0, 40, 0);
  cloth.addColorStop(0, '#7f97a4');
  cloth.addColorStop(0.5, '#31485c');
  cloth.addColorStop(1, '#1a2f45');
  ctx.fillStyle = cloth;
  ctx.beginPath();
  ctx.moveTo(1, -90);
  ctx.quadraticCurveTo(-26, -50, -32, -13);
  ctx.lineTo(1, -10);
  ctx.fill();
  ctx.beginPath();
  ctx.moveTo(6, -84);
  ctx.quadraticCurveTo(22, -44, 36, -12);
  ctx.lineTo(6, -10);
  ctx.fill();
  ctx.restore();
  glow(ctx, x - 26 * size, y + bob - 9 * size, 26, '255,190,110', 0.85 + 0.1 * Math.sin(t * 7));
  ctx.globalCompositeOperation = 'lighter';
  for (let i = 0; i < 9; i++) {
    ctx.fillStyle = `rgba(255,180,100,${0.3 * (1 - i / 9)})`;
    ctx.fillRect(
      x - 26 * size - 4 - i * 0.6 + Math.sin(t * 2.6 + i * 1.4) * (1.5 + i * 0.6),
      y + 12 + i * 7,
      8 + i * 1.2,
      2,
    );
  }
  ctx.globalCompositeOperation = 'source-over';
}

function paintQuay(stage) {
  const width = stage.isWide ? 460 : 380;
  const height = stage.isWide ? 270 : 340;
  const deck = height - 62;
  const lantern = { x: width * 0.62, y: deck - 108 };
  const layer = stage.layer(width, height, (ctx) => {
    ctx.fillStyle = '#030810';
    ctx.beginPath();
    ctx.moveTo(0, deck - 4);
    ctx.lineTo(width * 0.86, deck + 8);
    ctx.lineTo(width * 0.87, deck + 24);
    ctx.lineTo(0, deck + 22);
    ctx.fill();
    for (const at of [0.1, 0.36, 0.62, 0.84]) {
      const x = width * at;
      ctx.fillRect(x - 8, deck - (at === 0.62 ? 20 : 34), 16, height);
      ctx.fillStyle = 'rgba(140,180,200,0.3)';
      ctx.fillRect(x - 8, deck - (at === 0.62 ? 20 : 34), 2, 60);
      ctx.fillStyle = '#030810';
    }
    ctx.strokeStyle = '#030810';
    ctx.lineWidth = 4;
    ctx.beginPath();
    ctx.moveTo(width * 0.1, deck - 28);
    ctx.quadraticCurveTo(width * 0.23, deck - 2, width * 0.36, deck - 28);
    ctx.quadraticCurveTo(width * 0.49, deck, width * 0.62, deck - 18);
    ctx.stroke();
    ctx.lineWidth = 6;
    ctx.beginPath();
    ctx.moveTo(lantern.x - 26, deck);
    ctx.lineTo(lantern.x - 26, deck - 138);
    ctx.quadraticCurveTo(lantern.x - 24, deck - 150, lantern.x - 8, deck - 150);
    ctx.lineTo(lantern.x, deck - 148);
    ctx.stroke();
    ctx.strokeStyle = 'rgba(255,190,110,0.25)';
    ctx.lineWidth = 1.4;
    ctx.beginPath();
    ctx.moveTo(20, deck - 4);
    ctx.lineTo(width * 0.85, deck + 7);
    ctx.stroke();
  });
  return { ...layer, lantern };
}

function drawLantern(ctx, x, y, t) {
  const swing = Math.sin(t * 1.4) * 0.09;
  const flame = 0.9 + 0.06 * Math.sin(t * 9) + 0.04 * Math.sin(t * 13.7);
  ctx.save();
  ctx.translate(x, y - 40);
  ctx.rotate(swing);
  glow(ctx, 0, 34, 150, '255,160,70', 0.38 * flame);
  ctx.fillStyle = '#04090f';
  ctx.fillRect(-1, 0, 2, 20);
  ctx.fillStyle = '#ffd894';
  ctx.fillRect(-8, 22, 16, 24);
  ctx.fillStyle = '#04090f';
  for (const dx of [-9, -1, 7]) ctx.fillRect(dx, 20, 2, 27);
  ctx.fillRect(-12, 46, 24, 4);
  ctx.beginPath();
  ctx.moveTo(-13, 22);
  ctx.lineTo(0, 10);
  ctx.lineTo(13, 22);
  ctx.fill();
  glow(ctx, 0, 34, 36, '255,210,140', 0.8 * flame);
  ctx.restore();
}
