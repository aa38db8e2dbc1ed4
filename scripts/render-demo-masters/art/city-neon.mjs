// City of neon: an elevated train crosses between towers above a wet street that mirrors the lights.
import { paintTowers, signShapes } from './towers.mjs';
import {
  cloudBank,
  drawLayer,
  glow,
  mix,
  noise,
  paintSky,
  seededRandom,
  verticalGradient,
  vignette,
} from './stage.mjs';

export const mood = {
  id: 'city-neon',
  label: 'City of neon',
  searchWords: [
    'city',
    'street',
    'neon',
    'night',
    'urban',
    'train',
    'traffic',
    'future',
    'cyberpunk',
    'tower',
    'building',
    'crowd',
  ],
};

export function createScene(stage) {
  const { W, H, isWide } = stage;
  const street = H * (isWide ? 0.8 : 0.76);
  const rail = H * (isWide ? 0.585 : 0.565);
  const sky = paintSky(stage, W, H, [
    [0, '#0a0a26'],
    [0.35, '#231446'],
    [0.6, '#5b1f63'],
    [0.78, '#a8326c'],
    [1, '#d8577a'],
  ]);
  const haze = cloudBank(stage, W * 1.6, 240, {
    seed: 3,
    rgb: '230,80,150',
    alpha: 0.13,
    puffs: 90,
    size: 100,
    flat: 3.5,
  });
  const rows = [
    {
      seed: 1,
      depth: 0,
      foot: street - 20,
      tallest: isWide ? 400 : 640,
      count: isWide ? 19 : 12,
      body: ['#6b2a6e', '#8a3277'],
      windows: ['255,170,190', '255,140,210'],
      lit: 0.22,
      travel: 14,
      cell: 7,
    },
    {
      seed: 4,
      depth: 1,
      foot: street - 8,
      tallest: isWide ? 440 : 720,
      count: isWide ? 12 : 7,
      body: ['#2c1650', '#4d1d62'],
      windows: ['255,196,150', '120,220,255', '255,120,200'],
      lit: 0.3,
      travel: 32,
      cell: 10,
    },
    {
      seed: 9,
      depth: 2,
      foot: street + 4,
      tallest: isWide ? 520 : 860,
      count: isWide ? 6 : 4,
      body: ['#0d0a24', '#1d1038'],
      windows: ['255,206,150', '90,215,255', '255,90,180'],
      lit: 0.27,
      travel: 60,
      cell: 15,
      hasGap: true,
    },
  ].map((row) => ({ ...row, layer: paintTowers(stage, row) }));
  const signs = signShapes(stage, rows[2].layer);
  const viaduct = paintViaduct(stage, rail, street);
  const foreground = paintForeground(stage);
  const edge = vignette(stage, 0.5);
  const random = seededRandom(77);
  const ripple = Array.from({ length: 70 }, () => ({ x: random(), y: random(), vary: random() }));
  const cars = Array.from({ length: isWide ? 9 : 6 }, (_, i) => ({
    lane: i % 2,
    start: random(),
    speed: 0.05 + random() * 0.03,
    colour: i % 2 ? '255,70,80' : '255,236,200',
  }));
  const mirror = new OffscreenCanvas(Math.round(W / 2), Math.round(street / 2));
  const mirrorCtx = mirror.getContext('2d', { willReadFrequently: true });

  return function draw(ctx, t) {
    const pan = t / 15;
    drawLayer(ctx, sky, 0, 0);
    drawSearchlights(ctx, stage, street, t);
    drawLayer(ctx, rows[0].layer, -60 - pan * rows[0].travel, 0);
    drawLayer(ctx, haze, -W * 0.2 - t * 5, street - 250);
    drawLayer(ctx, rows[1].layer, -60 - pan * rows[1].travel, 0);
    glow(ctx, W * 0.5, street, W * 0.6, '255,80,150', 0.3, { stretch: 1.3 });
    drawLayer(ctx, rows[2].layer, -60 - pan * rows[2].travel, 0);
    for (const sign of signs) drawSign(ctx, sign, -60 - pan * rows[2].travel, t);
    drawLayer(ctx, viaduct, -80 - pan * 78, rail - 30);
    drawTrain(ctx, stage, { y: rail - 32, t });
    drawStreet(ctx, { stage, street, t, mirror, mirrorCtx, ripple });
    drawCars(ctx, cars, stage, street, t);
    drawLayer(ctx, foreground, -110 - pan * 130, H - foreground.height);
    drawLamp(ctx, -110 - pan * 130 + foreground.lamp.x, H - foreground.height + foreground.lamp.y, t);
    drawLayer(ctx, edge, 0, 0);
  };
}

function drawSearchlights(ctx, stage, street, t) {
  ctx.globalCompositeOperation = 'lighter';
  for (let i = 0; i < 2; i++) {
    const x = stage.W * (0.38 + i * 0.24);
    const lean = Math.sin(t * 0.35 + i * 2.4) * 0.32 + (i ? 0.1 : -0.12);
    const reach = street * 1.1;
    for (const spread of [1, 0.75, 0.5, 0.25]) {
      ctx.fillStyle = verticalGradient(ctx, street - reach, street, [
        [0, 'rgba(255,150,230,0)'],
        [1, 'rgba(255,150,230,0.085)'],
      ]);
      ctx.beginPath();
      ctx.moveTo(x, street);
      ctx.lineTo(x + reach * (lean - 0.07 * spread), street - reach);
      ctx.lineTo(x + reach * (lean + 0.07 * spread), street - reach);
      ctx.fill();
    }
  }
  ctx.globalCompositeOperation = 'source-over';
}

function drawSign(ctx, sign, x, t) {
  const flicker = sign.flickers
    ? Math.sin(t * 11) > 0.4 && Math.sin(t * 1.7) > 0.55
      ? 0.45
      : 1
    : 0.9 + 0.1 * Math.sin(t * 1.3 + sign.x);
  ctx.save();
  ctx.translate(x + sign.x, sign.y);
  glow(ctx, sign.width / 2, sign.height / 2, Math.max(sign.width, sign.height) * 1.15, sign.rgb, 0.42 * flicker);
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  for (const [width, alpha, rgb] of [
    [8, 0.22, sign.rgb],
    [4.4, 0.75, sign.rgb],
    [1.7, 0.95, '255,246,250'],
  ]) {
    ctx.strokeStyle = `rgba(${rgb},${alpha * flicker})`;
    ctx.lineWidth = width;
    sign.trace(ctx, sign.width, sign.height);
  }
  ctx.restore();
}

function paintViaduct(stage, rail, street) {
  const width = stage.W + 220;
  return stage.layer(width, street - rail + 44, (ctx, _, height) => {
    const beam = verticalGradient(ctx, 28, 58, [
      [0, '#241338'],
      [0.3, '#140b26'],
      [1, '#0a0618'],
    ]);
    for (let x = 90; x < width; x += 290) {
      ctx.fillStyle = '#0b071a';
      ctx.fillRect(x - 15, 50, 30, height);
      ctx.beginPath();
      ctx.moveTo(x - 52, 54);
      ctx.lineTo(x + 52, 54);
      ctx.quadraticCurveTo(x + 18, 66, x + 15, 96);
      ctx.lineTo(x - 15, 96);
      ctx.quadraticCurveTo(x - 18, 66, x - 52, 54);
      ctx.fill();
      ctx.fillStyle = 'rgba(255,90,170,0.28)';
      ctx.fillRect(x + 12, 60, 3, height);
      ctx.fillStyle = 'rgba(90,210,255,0.2)';
      ctx.fillRect(x - 15, 60, 2, height);
    }
    ctx.fillStyle = beam;
    ctx.fillRect(0, 28, width, 30);
    ctx.fillStyle = 'rgba(255,110,180,0.6)';
    ctx.fillRect(0, 28, width, 1.6);
    ctx.fillStyle = 'rgba(70,200,255,0.55)';
    ctx.fillRect(0, 55.5, width, 1.6);
    ctx.fillStyle = '#150b28';
    for (let x = 10; x < width; x += 26) ctx.fillRect(x, 16, 1.6, 13);
    ctx.fillRect(0, 15, width, 1.6);
  });
}

/** Passes twice in fifteen seconds, and is in the picture at the first moment. */
function drawTrain(ctx, stage, { y, t }) {
  const carLength = 236;
  const cars = 4;
  const length = carLength * cars;
  const lap = stage.W + length + 500;
  const driven = stage.W * 0.7 - t * 205 + length;
  const nose = (((driven % lap) + lap) % lap) - length;
  for (let i = 0; i < cars; i++) {
    const x = nose + i * carLength;
    if (x > stage.W + 20 || x + carLength < -20) continue;
    drawCar(ctx, x, y, carLength - 6, i === 0);
  }
  if (nose > -60 && nose < stage.W + 60) {
    glow(ctx, nose, y - 14, 150, '255,240,210', 0.7, { stretch: 1.7 });
    glow(ctx, nose - 130, y + 10, 140, '255,236,200', 0.22, { stretch: 2 });
  }
}

function drawCar(ctx, x, y, length, isFirst) {
  const top = y - 58;
  ctx.fillStyle = verticalGradient(ctx, top, y + 14, [
    [0, '#5a4a86'],
    [0.18, '#2a2050'],
    [0.62, '#1b1438'],
    [1, '#0c0920'],
  ]);
  ctx.beginPath();
  ctx.roundRect(x, top, length, 70, isFirst ? [34, 6, 4, 10] : [6, 6, 4, 4]);
  ctx.fill();
  ctx.fillStyle = '#ff3f8f';
  ctx.fillRect(x + 8, y - 6, length - 12, 3);
  for (let i = 0; i < 6; i++) {
    const wx = x + 22 + i * ((length - 34) / 6);
    ctx.fillStyle = verticalGradient(ctx, top + 14, top + 42, [
      [0, '#fff3d4'],
      [1, '#ffc98a'],
    ]);
    ctx.beginPath();
    ctx.roundRect(wx, top + 15, (length - 34) / 6 - 8, 27, 4);
    ctx.fill();
    if (noise(i, 1, isFirst ? 3 : 8) > 0.42) {
      ctx.fillStyle = '#3a2448';
      ctx.beginPath();
      ctx.ellipse(wx + 12, top + 42, 7.5, 8, 0, Math.PI, 0);
      ctx.fill();
      ctx.beginPath();
      ctx.arc(wx + 12, top + 30, 4, 0, 7);
      ctx.fill();
    }
  }
  glow(ctx, x + length / 2, top + 30, length * 0.42, '255,205,150', 0.2, { stretch: 1.5 });
}

/** The wet street: the scene above, turned over, cut into strips that sway. */
function drawStreet(ctx, { stage, street, t, mirror, mirrorCtx, ripple }) {
  const { W, H, scale } = stage;
  mirrorCtx.drawImage(ctx.canvas, 0, 0, W * scale, street * scale, 0, 0, mirror.width, mirror.height);
  ctx.fillStyle = verticalGradient(ctx, street, H, [
    [0, '#1d0f33'],
    [1, '#070512'],
  ]);
  ctx.fillRect(0, street, W, H - street);
  const strip = 4;
  const depth = H - street;
  for (let y = 0; y < depth; y += strip) {
    const share = y / depth;
    const from = mirror.height * (1 - (y / depth) * 0.6) - 3;
    const sway = Math.sin(y * 0.21 + t * 2.1) * (1 + share * 5) + Math.sin(y * 0.07 - t * 1.3) * share * 6;
    ctx.globalAlpha = 0.62 * (1 - share * 0.7);
    ctx.drawImage(mirror, 0, Math.max(0, from - 3), mirror.width, 3, sway - 8, street + y, W + 16, strip + 0.5);
  }
  ctx.globalAlpha = 1;
  for (const mark of ripple) {
    const y = street + 6 + mark.y ** 1.2 * (depth - 8);
    const near = (y - street) / depth;
    ctx.fillStyle = mark.vary < 0.6 ? 'rgba(6,4,16,0.34)' : `rgba(255,150,210,${0.05 + 0.05 * near})`;
    ctx.beginPath();
    ctx.ellipse((mark.x * 1.4 - 0.1) * W - t * 5 * near * 2, y, 30 + near * 90 * mark.vary, 1.2 + near * 4, 0, 0, 7);
    ctx.fill();
  }
  ctx.fillStyle = 'rgba(8,5,20,0.85)';
  ctx.fillRect(0, street - 4, W, 5);
}

function drawCars(ctx, cars, stage, street, t) {
  for (const car of cars) {
    const direction = car.lane ? -1 : 1;
    const share = (((car.start + direction * car.speed * t) % 1) + 1) % 1;
    const x = (share * 1.3 - 0.15) * stage.W;
    const y = street + (car.lane ? 10 : 24);
    ctx.fillStyle = '#080514';
    ctx.beginPath();
    ctx.roundRect(x - 26, y - 13, 52, 12, 5);
    ctx.roundRect(x - 15, y - 22, 29, 12, 6);
    ctx.fill();
    const front = x + 25 * (car.lane ? 1 : 1);
    glow(ctx, front, y - 7, 30, car.colour, 0.9);
    glow(ctx, front + 8, y + 16, 46, car.colour, 0.35, { stretch: 0.5 });
  }
}

function paintForeground(stage) {
  const width = stage.W + 260;
  const height = stage.isWide ? 620 : 900;
  const lamp = { x: width * (stage.isWide ? 0.17 : 0.27), y: stage.isWide ? 120 : 240 };
  const layer = stage.layer(width, height, (ctx) => {
    ctx.fillStyle = '#04030c';
    ctx.strokeStyle = '#04030c';
    ctx.fillRect(lamp.x - 62, lamp.y + 10, 7, height);
    ctx.lineWidth = 6;
    ctx.beginPath();
    ctx.moveTo(lamp.x - 58, lamp.y + 20);
    ctx.quadraticCurveTo(lamp.x - 56, lamp.y - 14, lamp.x - 6, lamp.y - 10);
    ctx.stroke();
    ctx.beginPath();
    ctx.roundRect(lamp.x - 18, lamp.y - 15, 44, 11, 5);
    ctx.fill();
    ctx.lineWidth = 2.4;
    for (let i = 0; i < 3; i++) {
      ctx.beginPath();
      ctx.moveTo(0, 26 + i * 22);
      ctx.quadraticCurveTo(width * 0.5, 92 + i * 30, width, 8 + i * 26);
      ctx.stroke();
    }
    paintOnlooker(ctx, lamp.x + (stage.isWide ? 120 : 60), height, stage.isWide ? 1.5 : 1.7);
  });
  return { ...layer, lamp };
}

/** Someone with a bag who watches the train; back to us. */
function paintOnlooker(ctx, x, foot, size) {
  ctx.save();
  ctx.translate(x, foot + 26);
  ctx.scale(size, size);
  ctx.fillStyle = '#06040f';
  const coat = () => {
    ctx.moveTo(-30, 0);
    ctx.bezierCurveTo(-34, -40, -36, -66, -27, -80);
    ctx.bezierCurveTo(-20, -88, -15, -90, -14, -98);
  };
  const hood = () => {
    ctx.bezierCurveTo(-19, -116, -14, -136, 0, -138);
    ctx.bezierCurveTo(14, -136, 19, -116, 14, -98);
    ctx.bezierCurveTo(15, -90, 20, -88, 27, -80);
    ctx.bezierCurveTo(36, -66, 34, -40, 30, 0);
  };
  ctx.beginPath();
  coat();
  hood();
  ctx.fill();
  ctx.fillStyle = '#120a22';
  ctx.beginPath();
  ctx.roundRect(-18, -80, 36, 56, 9);
  ctx.fill();
  ctx.fillStyle = '#1d1032';
  ctx.beginPath();
  ctx.roundRect(-13, -50, 26, 22, 5);
  ctx.fill();
  ctx.lineWidth = 1.7;
  ctx.strokeStyle = 'rgba(90,210,255,0.55)';
  ctx.beginPath();
  coat();
  ctx.stroke();
  ctx.strokeStyle = 'rgba(255,90,175,0.8)';
  ctx.beginPath();
  ctx.moveTo(0, -138);
  ctx.bezierCurveTo(14, -136, 19, -116, 14, -98);
  ctx.bezierCurveTo(15, -90, 20, -88, 27, -80);
  ctx.bezierCurveTo(36, -66, 34, -40, 30, 0);
  ctx.stroke();
  ctx.restore();
}

function drawLamp(ctx, x, y, t) {
  const steady = 0.92 + 0.05 * Math.sin(t * 5);
  glow(ctx, x + 6, y, 40, '190,230,255', 0.9 * steady, { stretch: 1.4 });
  glow(ctx, x + 6, y + 30, 180, '110,190,255', mix(0.2, 0.24, steady));
}
