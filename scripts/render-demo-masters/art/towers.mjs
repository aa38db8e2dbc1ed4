// Rows of towers with lit windows, and the neon signs on the nearest of them.
import { clamp, glow, mix, seededRandom, verticalGradient } from './stage.mjs';

/** One row, as wide as the frame and its margins; it leaves a gap in the middle where `hasGap`. */
export function paintTowers(stage, row) {
  const width = stage.W + 220;
  const random = seededRandom(row.seed * 31);
  const walls = [];
  const layer = stage.layer(width, stage.H, (ctx) => {
    const gap = width / row.count;
    for (let i = 0; i < row.count; i++) {
      const share = (i + 0.5) / row.count;
      const fromMiddle = Math.abs(share - 0.5) * 2;
      if (row.hasGap && fromMiddle < 0.3) continue;
      const wide = gap * (row.hasGap ? 0.86 : 0.8 + random() * 0.5);
      const x = i * gap + (random() - 0.5) * gap * 0.3;
      const tall =
        row.tallest * (row.hasGap ? mix(0.62, 1.06, fromMiddle) : 0.4 + random() * 0.6) * (0.9 + random() * 0.16);
      const wall = { x, top: row.foot - tall, wide, foot: row.foot };
      paintTower(ctx, wall, row, random);
      walls.push(wall);
    }
  });
  return { ...layer, walls };
}

function paintTower(ctx, { x, top, wide, foot }, row, random) {
  ctx.fillStyle = verticalGradient(ctx, top, foot, [
    [0, row.body[0]],
    [1, row.body[1]],
  ]);
  ctx.fillRect(x, top, wide, foot - top);
  const setback = wide * (0.12 + random() * 0.2);
  const crown = 14 + random() * 44;
  if (random() < 0.7) ctx.fillRect(x + setback, top - crown, wide - setback * 2, crown + 1);
  if (random() < 0.55) {
    const mast = 24 + random() * 60;
    ctx.fillRect(x + wide / 2 - 1, top - crown - mast, 2, mast + 4);
    glow(ctx, x + wide / 2, top - crown - mast, 9, '255,70,80', 0.9);
  }
  const edgeLight = ctx.createLinearGradient(x, 0, x + wide, 0);
  edgeLight.addColorStop(0, 'rgba(255,110,190,0.16)');
  edgeLight.addColorStop(0.12, 'rgba(255,110,190,0)');
  edgeLight.addColorStop(0.9, 'rgba(80,200,255,0)');
  edgeLight.addColorStop(1, 'rgba(80,200,255,0.16)');
  ctx.fillStyle = edgeLight;
  ctx.fillRect(x, top, wide, foot - top);
  paintWindows(ctx, { x, top, wide, foot }, row, random);
}

function paintWindows(ctx, { x, top, wide, foot }, row, random) {
  const { cell } = row;
  const rgb = row.windows[Math.floor(random() * row.windows.length)];
  const tallWindow = random() < 0.4 ? 1.5 : 0.62;
  const columns = Math.floor((wide - cell) / cell);
  for (let y = top + cell; y < foot - cell * 2; y += cell * (tallWindow + 0.55)) {
    const floorIsLit = random() < 0.12;
    for (let column = 0; column < columns; column++) {
      if (random() > (floorIsLit ? 0.85 : row.lit)) continue;
      const own = random() < 0.2 ? row.windows[Math.floor(random() * row.windows.length)] : rgb;
      ctx.fillStyle = `rgba(${own},${clamp(0.25 + random() * 0.65 - (row.depth === 0 ? 0.2 : 0), 0.12, 0.9)})`;
      ctx.fillRect(x + cell * (column + 0.65), y, cell * 0.62, cell * tallWindow);
    }
  }
}

/** Neon shapes without letters, hung on the walls of the nearest row. */
export function signShapes(stage, layer) {
  const { walls } = layer;
  const left = walls.filter((wall) => wall.x + wall.wide / 2 < layer.width / 2).at(-1);
  const right = walls.find((wall) => wall.x + wall.wide / 2 > layer.width / 2);
  const high = stage.isWide ? 0.16 : 0.2;
  return [
    {
      rgb: '255,60,150',
      width: 44,
      height: 190,
      x: left.x + left.wide - 62,
      y: mix(left.top, left.foot, high),
      trace: traceTallSign,
    },
    {
      rgb: '70,215,255',
      width: 92,
      height: 92,
      x: right.x + 24,
      y: mix(right.top, right.foot, high + 0.02),
      trace: traceRecord,
      flickers: false,
    },
    {
      rgb: '255,190,80',
      width: 110,
      height: 46,
      x: right.x + 26,
      y: mix(right.top, right.foot, high + 0.3),
      trace: traceNoodles,
      flickers: true,
    },
    {
      rgb: '170,110,255',
      width: 74,
      height: 84,
      x: left.x + 16,
      y: mix(left.top, left.foot, high + 0.3),
      trace: traceTriangle,
    },
  ];
}

function traceTallSign(ctx, width, height) {
  ctx.beginPath();
  ctx.roundRect(0, 0, width, height, 10);
  ctx.stroke();
  for (let i = 0; i < 5; i++) {
    const y = 34 + i * ((height - 62) / 4);
    ctx.beginPath();
    if (i === 2) ctx.arc(width / 2, y - 3, 11, 0, 7);
    else {
      ctx.moveTo(11, y + (i < 2 ? 6 : -12));
      ctx.lineTo(width / 2, y + (i < 2 ? -8 : 2));
      ctx.lineTo(width - 11, y + (i < 2 ? 6 : -12));
    }
    ctx.stroke();
  }
}

function traceRecord(ctx, width) {
  for (const share of [0.5, 0.36, 0.13]) {
    ctx.beginPath();
    ctx.arc(width / 2, width / 2, width * share, share === 0.36 ? 0.5 : 0, share === 0.36 ? 4.2 : 7);
    ctx.stroke();
  }
}

function traceNoodles(ctx, width, height) {
  ctx.beginPath();
  ctx.moveTo(10, height * 0.45);
  ctx.bezierCurveTo(16, height, width - 26, height, width - 20, height * 0.45);
  ctx.closePath();
  ctx.stroke();
  for (let i = 0; i < 3; i++) {
    ctx.beginPath();
    ctx.moveTo(30 + i * 18, height * 0.3);
    ctx.bezierCurveTo(24 + i * 18, height * 0.12, 38 + i * 18, height * 0.02, 31 + i * 18, -height * 0.24);
    ctx.stroke();
  }
}

function traceTriangle(ctx, width, height) {
  for (const inset of [0, 16]) {
    ctx.beginPath();
    ctx.moveTo(width / 2, inset * 1.2);
    ctx.lineTo(width - inset, height - inset * 0.6);
    ctx.lineTo(inset, height - inset * 0.6);
    ctx.closePath();
    ctx.stroke();
  }
}
