// A quiet room: a lamp burns on a desk before a large window, and snow falls on the roofs of a small town outside.
import { drawCat } from './cat.mjs';
import { paintRoofs } from './roofs.mjs';
import { drawLayer, glow, noise, paintSky, seededRandom, verticalGradient, vignette } from './stage.mjs';

export const mood = {
  id: 'quiet-room',
  label: 'A quiet room',
  searchWords: [
    'room',
    'home',
    'house',
    'window',
    'lamp',
    'desk',
    'letter',
    'book',
    'cat',
    'kitchen',
    'evening',
    'candle',
  ],
};

export function createScene(stage) {
  const { W, isWide } = stage;
  const random = seededRandom(31);
  const frame = isWide ? { x: 190, y: 40, width: 660, height: 430 } : { x: 96, y: 150, width: 540, height: 640 };
  const sill = frame.y + frame.height;
  const desk = isWide ? 566 : 946;
  const sky = paintSky(stage, W, sill + 20, [
    [0, '#16264f'],
    [0.4, '#2c4577'],
    [0.75, '#6d7fa6'],
    [1, '#d9a98f'],
  ]);
  const roofs = [
    { tone: '#50658f', snow: '#aebbd6', lift: 190, size: 0.56, seed: 3, travel: 8, lit: 0.3 },
    { tone: '#2f4269', snow: '#8fa3c8', lift: 118, size: 0.74, seed: 8, travel: 14, lit: 0.45 },
    { tone: '#172543', snow: '#6f86b3', lift: 52, size: 0.92, seed: 14, travel: 22, lit: 0.4 },
  ].map((row) => ({ ...row, layer: paintRoofs(stage, row) }));
  const front = roofs[2];
  const smoking = front.layer.chimneys.find(({ x }) => x > frame.x + 110) ?? front.layer.chimneys[0];
  const flakes = Array.from({ length: isWide ? 150 : 190 }, () => ({
    x: random(),
    y: random(),
    depth: random(),
    phase: random() * 6.3,
  }));
  const room = paintRoom(stage, frame, sill);
  const curtain = paintCurtain(stage, frame, sill);
  const table = paintDesk(stage, desk);
  const motes = Array.from({ length: 36 }, () => ({ x: random(), y: random(), speed: 0.4 + random(), size: random() }));
  const edge = vignette(stage, 0.55);

  return function draw(ctx, t) {
    const pan = t / 15;
    const shift = -60 - pan * 34;
    drawLayer(ctx, sky, 0, 0);
    for (const row of roofs) drawLayer(ctx, row.layer, -40 - pan * row.travel, sill - row.lift - row.layer.height + 60);
    drawSmoke(ctx, {
      x: smoking.x - 40 - pan * front.travel,
      y: sill - front.lift - front.layer.height + 60 + smoking.y,
      t,
    });
    drawSnow(ctx, flakes, { frame, shift, t });
    drawLayer(ctx, room, shift, 0);
    const lamp = { x: W * (isWide ? 0.79 : 0.77) + shift + 60 - pan * 22, y: desk - (isWide ? 166 : 200) };
    glow(ctx, lamp.x, lamp.y, isWide ? 430 : 480, '255,168,84', 0.4, { blend: 'screen' });
    drawCat(ctx, { x: frame.x + frame.width * (isWide ? 0.73 : 0.3) + shift, y: sill + 3, size: isWide ? 1 : 1.2, t });
    drawCurtains(ctx, curtain, { frame, shift, t });
    if (isWide) drawClock(ctx, { x: 1010 + shift, y: 112, t });
    drawLayer(ctx, table, -80 - pan * 62, desk - 30);
    const onDesk = (x) => x - 20 - pan * 62;
    drawMug(ctx, { x: onDesk(W * (isWide ? 0.24 : 0.2)), y: desk + (isWide ? 58 : 110), size: isWide ? 1 : 1.25, t });
    drawBooks(ctx, { x: onDesk(W * (isWide ? 0.08 : 0.37)), y: desk + (isWide ? 40 : 52), size: isWide ? 1.05 : 1 });
    drawNotebook(ctx, { x: onDesk(W * 0.54), y: desk + (isWide ? 84 : 190), size: isWide ? 1 : 1.3, t });
    drawLamp(ctx, { x: lamp.x, y: lamp.y, foot: desk + (isWide ? 26 : 40), size: isWide ? 1 : 1.2 });
    drawMotes(ctx, motes, { lamp, reach: isWide ? 330 : 380, t });
    drawLayer(ctx, edge, 0, 0);
  };
}

/** The walls, with a hole where the window is; its bars and sill lie over the hole. */
function paintRoom(stage, frame, sill) {
  const width = stage.W + 140;
  return stage.layer(width, stage.H, (ctx, _, height) => {
    const left = frame.x;
    ctx.fillStyle = verticalGradient(ctx, 0, height, [
      [0, '#2a1b22'],
      [0.6, '#402530'],
      [1, '#2b1820'],
    ]);
    ctx.fillRect(0, 0, width, height);
    for (let x = 14; x < width; x += 46) {
      ctx.fillStyle = 'rgba(255,190,140,0.03)';
      ctx.fillRect(x, 0, 20, height);
    }
    if (stage.isWide) {
      paintShelf(ctx, 905, 330);
      paintPicture(ctx, 52, 160, 92, 118);
      paintPicture(ctx, 66, 318, 66, 66);
    } else {
      paintPicture(ctx, 666, 300, 70, 96);
    }
    ctx.clearRect(left, frame.y, frame.width, frame.height);
    ctx.fillStyle = '#1b1016';
    ctx.fillRect(left - 16, frame.y - 16, frame.width + 32, 16);
    for (const x of [left - 16, left + frame.width]) ctx.fillRect(x, frame.y - 16, 16, frame.height + 16);
    const columns = stage.isWide ? 3 : 2;
    for (let i = 1; i < columns; i++) ctx.fillRect(left + (frame.width * i) / columns - 5, frame.y, 10, frame.height);
    ctx.fillRect(left, frame.y + frame.height * 0.36, frame.width, 9);
    ctx.fillStyle = 'rgba(150,180,230,0.35)';
    for (let i = 0; i <= columns; i++)
      ctx.fillRect(left + (frame.width * i) / columns + (i < columns ? 5 : -2), frame.y, 2, frame.height);
    ctx.fillStyle = '#5a3a34';
    ctx.fillRect(left - 40, sill, frame.width + 80, 22);
    ctx.fillStyle = 'rgba(190,205,240,0.55)';
    ctx.fillRect(left - 40, sill, frame.width + 80, 3);
    ctx.fillStyle = '#20131a';
    ctx.fillRect(left - 30, sill + 22, frame.width + 60, 10);
  });
}

function paintPicture(ctx, x, y, width, height) {
  ctx.fillStyle = '#1a0f14';
  ctx.fillRect(x, y, width, height);
  ctx.fillStyle = verticalGradient(ctx, y, y + height, [
    [0, '#7b5a55'],
    [0.55, '#a87f62'],
    [0.56, '#5a4748'],
    [1, '#3b2c35'],
  ]);
  ctx.fillRect(x + 7, y + 7, width - 14, height - 14);
}

function paintShelf(ctx, x, y) {
  const tones = ['#7a3b3a', '#31506b', '#8a6a3d', '#46583f', '#5b3b5f', '#9a7b5a', '#2c3f58'];
  for (let i = 0, at = x; at < x + 300; i++) {
    const thick = 15 + 15 * noise(i, 1, 8);
    const tall = 62 + 34 * noise(i, 2, 8);
    if (noise(i, 3, 8) > 0.16) {
      ctx.fillStyle = tones[Math.floor(noise(i, 4, 8) * 6.99)];
      ctx.fillRect(at, y - tall, thick - 2, tall);
      ctx.fillStyle = 'rgba(255,214,160,0.32)';
      ctx.fillRect(at + 3, y - tall + 12, thick - 8, 3);
      ctx.fillStyle = 'rgba(0,0,0,0.25)';
      ctx.fillRect(at + thick - 5, y - tall, 3, tall);
    }
    at += thick;
  }
  ctx.fillStyle = '#24151a';
  ctx.fillRect(x - 14, y, 340, 10);
  ctx.fillStyle = 'rgba(255,190,130,0.3)';
  ctx.fillRect(x - 14, y, 340, 2);
}

function paintCurtain(stage, frame, sill) {
  const width = 108;
  return stage.layer(width, sill - frame.y + 130, (ctx, _, height) => {
    const cloth = ctx.createLinearGradient(0, 0, width, 0);
    for (let fold = 0; fold <= 8; fold++) cloth.addColorStop(fold / 8, fold % 2 ? '#8d3d3c' : '#4a1d26');
    ctx.fillStyle = cloth;
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.lineTo(width, 0);
    ctx.bezierCurveTo(width * 0.86, height * 0.4, width * 0.5, height * 0.5, width * 0.62, height);
    for (let x = width * 0.62; x >= 0; x -= 4) ctx.lineTo(x, height - 4 + 4 * Math.sin(x / 6));
    ctx.closePath();
    ctx.fill();
    ctx.fillStyle = verticalGradient(ctx, 0, height, [
      [0, 'rgba(20,8,14,0.5)'],
      [0.4, 'rgba(20,8,14,0)'],
      [1, 'rgba(20,8,14,0.45)'],
    ]);
    ctx.globalCompositeOperation = 'source-atop';
    ctx.fillRect(0, 0, width, height);
    ctx.globalCompositeOperation = 'source-over';
  });
}

function drawCurtains(ctx, curtain, { frame, shift, t }) {
  for (const side of [1, -1]) {
    ctx.save();
    ctx.translate(side > 0 ? frame.x - 34 + shift : frame.x + frame.width + 34 + shift, frame.y - 34);
    ctx.transform(side, 0, side * 0.012 * Math.sin(t * 0.8 + side), 1, 0, 0);
    drawLayer(ctx, curtain, 0, 0);
    ctx.restore();
  }
  ctx.fillStyle = '#140b10';
  ctx.fillRect(frame.x - 62 + shift, frame.y - 38, frame.width + 124, 7);
}

function drawSmoke(ctx, { x, y, t }) {
  for (let i = 0; i < 9; i++) {
    const life = (t * 0.12 + i / 9) % 1;
    const drift = life * 70 + 10 * Math.sin(t * 0.6 + i);
    glow(ctx, x + drift, y - life * 120, 14 + life * 34, '190,200,225', 0.2 * (1 - life), { blend: 'source-over' });
  }
}

function drawSnow(ctx, flakes, { frame, shift, t }) {
  ctx.fillStyle = '#eef3ff';
  for (const flake of flakes) {
    const fall = (flake.y + t * (0.045 + flake.depth * 0.06)) % 1;
    const sway = 12 * Math.sin(t * (0.7 + flake.depth * 0.6) + flake.phase);
    ctx.globalAlpha = 0.35 + 0.55 * flake.depth;
    ctx.beginPath();
    ctx.arc(
      frame.x + shift + flake.x * frame.width + sway,
      frame.y + fall * (frame.height + 20) - 10,
      1 + flake.depth * 2.1,
      0,
      7,
    );
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

function drawClock(ctx, { x, y, t }) {
  ctx.fillStyle = '#1a0e12';
  ctx.beginPath();
  ctx.roundRect(x - 30, y - 44, 60, 136, [30, 30, 8, 8]);
  ctx.fill();
  ctx.fillStyle = '#e6cda4';
  ctx.beginPath();
  ctx.arc(x, y - 12, 21, 0, 7);
  ctx.fill();
  ctx.strokeStyle = '#3a2420';
  ctx.lineWidth = 2.2;
  ctx.lineCap = 'round';
  for (const [angle, length] of [
    [-0.6 + t * 0.004, 11],
    [1.9 + t * 0.05, 16],
  ]) {
    ctx.beginPath();
    ctx.moveTo(x, y - 12);
    ctx.lineTo(x + Math.sin(angle) * length, y - 12 - Math.cos(angle) * length);
    ctx.stroke();
  }
  const swing = 0.3 * Math.sin(Math.PI * t);
  ctx.fillStyle = '#33201f';
  ctx.beginPath();
  ctx.roundRect(x - 20, y + 18, 40, 66, 5);
  ctx.fill();
  ctx.strokeStyle = '#d9a860';
  ctx.lineWidth = 2;
  const bob = { x: x + Math.sin(swing) * 46, y: y + 20 + Math.cos(swing) * 46 };
  ctx.beginPath();
  ctx.moveTo(x, y + 20);
  ctx.lineTo(bob.x, bob.y);
  ctx.stroke();
  ctx.fillStyle = '#f0c274';
  ctx.beginPath();
  ctx.arc(bob.x, bob.y, 7, 0, 7);
  ctx.fill();
}

function paintDesk(stage, desk) {
  const width = stage.W + 200;
  const height = stage.H - desk + 34;
  return stage.layer(width, height, (ctx) => {
    ctx.fillStyle = verticalGradient(ctx, 0, height, [
      [0, '#7a4a34'],
      [0.16, '#63392b'],
      [1, '#2a161a'],
    ]);
    ctx.fillRect(0, 0, width, height);
    for (let i = 0; i < 70; i++) {
      const y = noise(i, 1, 44) ** 1.3 * height;
      ctx.fillStyle = noise(i, 2, 44) < 0.5 ? 'rgba(255,190,130,0.05)' : 'rgba(20,8,10,0.16)';
      ctx.fillRect(noise(i, 3, 44) * width - 160, y, 180 + 360 * noise(i, 4, 44), 1.4 + (y / height) * 2.4);
    }
    ctx.fillStyle = 'rgba(255,205,150,0.55)';
    ctx.fillRect(0, 0, width, 2.4);
    const pool = stage.W * (stage.isWide ? 0.79 : 0.77) + 40;
    glow(ctx, pool, height * 0.24, stage.isWide ? 250 : 260, '255,190,110', 0.6, { blend: 'screen', stretch: 1.9 });
  });
}

function drawLamp(ctx, { x, y, foot, size }) {
  ctx.fillStyle = '#1c1114';
  ctx.beginPath();
  ctx.ellipse(x, foot, 46 * size, 9 * size, 0, 0, 7);
  ctx.fill();
  ctx.fillRect(x - 4 * size, y, 8 * size, foot - y);
  ctx.fillStyle = '#b98a4b';
  ctx.fillRect(x - 4 * size, y + 30 * size, 2.4 * size, foot - y - 34 * size);
  const [top, low] = [y - 44 * size, y + 26 * size];
  ctx.fillStyle = verticalGradient(ctx, top, low, [
    [0, '#e98b45'],
    [0.5, '#ffbe6e'],
    [1, '#ffe1a4'],
  ]);
  ctx.beginPath();
  ctx.moveTo(x - 34 * size, top);
  ctx.lineTo(x + 34 * size, top);
  ctx.lineTo(x + 74 * size, low);
  ctx.quadraticCurveTo(x, low + 13 * size, x - 74 * size, low);
  ctx.fill();
  ctx.strokeStyle = 'rgba(120,52,26,0.35)';
  ctx.lineWidth = 1.6;
  for (let i = -3; i <= 3; i++) {
    ctx.beginPath();
    ctx.moveTo(x + i * 9.6 * size, top);
    ctx.lineTo(x + i * 21 * size, low + 6 * size);
    ctx.stroke();
  }
  glow(ctx, x, y + 6 * size, 150 * size, '255,206,130', 0.55, { blend: 'screen' });
}

function drawMug(ctx, { x, y, size, t }) {
  for (let i = 0; i < 7; i++) {
    const life = (t * 0.28 + i / 7) % 1;
    glow(
      ctx,
      x + 9 * Math.sin(t * 1.1 + life * 6 + i) * life * size,
      y - (64 + life * 118) * size,
      (9 + life * 22) * size,
      '235,225,225',
      0.2 * Math.sin(Math.PI * life),
      { blend: 'source-over' },
    );
  }
  ctx.fillStyle = 'rgba(10,4,6,0.35)';
  ctx.beginPath();
  ctx.ellipse(x - 16 * size, y + 2, 52 * size, 9 * size, 0, 0, 7);
  ctx.fill();
  ctx.strokeStyle = '#2d5a68';
  ctx.lineWidth = 8 * size;
  ctx.beginPath();
  ctx.arc(x - 32 * size, y - 30 * size, 15 * size, 1.1, 5.2);
  ctx.stroke();
  const glaze = ctx.createLinearGradient(x - 34 * size, 0, x + 34 * size, 0);
  glaze.addColorStop(0, '#1f4552');
  glaze.addColorStop(0.7, '#3f7d8c');
  glaze.addColorStop(1, '#e0a673');
  ctx.fillStyle = glaze;
  ctx.beginPath();
  ctx.roundRect(x - 34 * size, y - 62 * size, 68 * size, 64 * size, [4, 4, 18, 18]);
  ctx.fill();
  ctx.fillStyle = '#2a1512';
  ctx.beginPath();
  ctx.ellipse(x, y - 61 * size, 33 * size, 7 * size, 0, 0, 7);
  ctx.fill();
}

function drawBooks(ctx, { x, y, size }) {
  const books = [
    { tone: '#6f3038', width: 176, height: 30, at: 0 },
    { tone: '#2f4c62', width: 150, height: 24, at: 12 },
    { tone: '#8a6a3a', width: 128, height: 20, at: -4 },
  ];
  let foot = y;
  for (const { tone, width, height, at } of books) {
    ctx.fillStyle = tone;
    ctx.beginPath();
    ctx.roundRect(x + at * size, foot - height * size, width * size, height * size, 4);
    ctx.fill();
    ctx.fillStyle = '#e3c9a0';
    ctx.fillRect(x + (at + width - 22) * size, foot - (height - 5) * size, 22 * size, (height - 10) * size);
    ctx.fillStyle = 'rgba(255,205,150,0.28)';
    ctx.fillRect(x + (at + 2) * size, foot - height * size, (width - 6) * size, 2);
    foot -= height * size;
  }
}

/** An open notebook and a pencil that rolls a little, as if it had just been put down. */
function drawNotebook(ctx, { x, y, size, t }) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size, size);
  ctx.fillStyle = 'rgba(10,4,6,0.35)';
  ctx.beginPath();
  ctx.ellipse(4, 24, 190, 22, 0, 0, 7);
  ctx.fill();
  for (const side of [-1, 1]) {
    const page = ctx.createLinearGradient(0, 0, side * 172, 0);
    page.addColorStop(0, '#b98f6c');
    page.addColorStop(0.14, '#f1dcb8');
    page.addColorStop(1, side > 0 ? '#ffe9c2' : '#d9bd97');
    ctx.fillStyle = page;
    ctx.beginPath();
    ctx.moveTo(0, -26);
    ctx.quadraticCurveTo(side * 60, -40, side * 136, -28);
    ctx.lineTo(side * 172, 24);
    ctx.quadraticCurveTo(side * 80, 10, 0, 26);
    ctx.fill();
    ctx.strokeStyle = 'rgba(84,60,70,0.5)';
    ctx.lineWidth = 1.6;
    for (let line = 0; line < 6; line++) {
      const down = line / 6;
      const end = side > 0 && line > 2 ? 0.2 : 0.82 - 0.16 * noise(line, side + 2, 6);
      if (end < 0.3) continue;
      ctx.beginPath();
      ctx.moveTo(side * 18, -22 + down * 44);
      ctx.quadraticCurveTo(side * 70, -32 + down * 42, side * (24 + 130 * end), -24 + down * 43);
      ctx.stroke();
    }
  }
  ctx.translate(86, 12);
  ctx.rotate(-0.42 + 0.03 * Math.sin(t * 1.3) * Math.exp(-t / 6));
  ctx.fillStyle = '#e5a13c';
  ctx.fillRect(-46, -3.4, 92, 6.8);
  ctx.fillStyle = '#2a1a18';
  ctx.beginPath();
  ctx.moveTo(46, -3.4);
  ctx.lineTo(60, 0);
  ctx.lineTo(46, 3.4);
  ctx.fill();
  ctx.restore();
}

function drawMotes(ctx, motes, { lamp, reach, t }) {
  for (const mote of motes) {
    const life = (mote.y + t * 0.03 * mote.speed) % 1;
    const x = lamp.x + (mote.x - 0.5) * reach * 1.5 + 14 * Math.sin(t * 0.5 * mote.speed + mote.x * 9);
    ctx.fillStyle = `rgba(255,222,170,${0.42 * Math.sin(Math.PI * life)})`;
    ctx.beginPath();
    ctx.arc(x, lamp.y + reach * (0.55 - life), 0.8 + mote.size * 1.3, 0, 7);
    ctx.fill();
  }
}
