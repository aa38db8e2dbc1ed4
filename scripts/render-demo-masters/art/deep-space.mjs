// Out in space: an astronaut floats before a ringed planet, and a ship glides past.
import { drawAstronaut } from './astronaut.mjs';
import { clamp, drawLayer, fractalNoise, glow, mix, paintSky, seededRandom, vignette } from './stage.mjs';

export const mood = {
  id: 'deep-space',
  label: 'Out in space',
  searchWords: [
    'space',
    'planet',
    'star',
    'stars',
    'astronaut',
    'galaxy',
    'rocket',
    'spaceship',
    'orbit',
    'alien',
    'universe',
    'cosmos',
  ],
};

/** Where the light comes from, as a direction from the planet. */
const sunward = { x: -0.72, y: -0.52, z: 0.46 };

export function createScene(stage) {
  const { W, H, isWide } = stage;
  const random = seededRandom(51);
  const radius = isWide ? 178 : 196;
  const planet = { x: W * (isWide ? 0.66 : 0.56), y: H * (isWide ? 0.44 : 0.36) };
  const sky = paintNebula(stage);
  const stars = Array.from({ length: isWide ? 230 : 260 }, () => ({
    x: random(),
    y: random(),
    size: 0.6 + random() ** 4 * 1.9,
    tint: random(),
    phase: random() * 6.3,
    isTwinkling: random() < 0.16,
  }));
  const ball = paintPlanet(stage, radius);
  const moon = paintMoon(stage, isWide ? 26 : 30);
  const ground = paintHorizon(stage);
  const edge = vignette(stage, 0.5);

  return function draw(ctx, t) {
    const pan = t / 15;
    drawLayer(ctx, sky, -30 - pan * 10, -10);
    drawStars(ctx, stars, { stage, pan, t });
    const at = { x: planet.x - pan * 34, y: planet.y - pan * 4 };
    glow(ctx, at.x - radius * 0.3, at.y - radius * 0.3, radius * 2.1, '255,170,110', 0.16);
    drawRings(ctx, { ...at, radius, isFront: false });
    drawLayer(ctx, ball, at.x - ball.width / 2, at.y - ball.height / 2);
    drawRings(ctx, { ...at, radius, isFront: true });
    const way = -0.5 + t * 0.052;
    drawLayer(
      ctx,
      moon,
      at.x + Math.sin(way * 2) * radius * 2.05 - moon.width / 2,
      at.y - radius * 0.86 + Math.cos(way * 2) * 22,
    );
    drawShip(ctx, {
      x: W * (isWide ? 0.1 : 0.06) + t * (isWide ? 21 : 17),
      y: H * (isWide ? 0.2 : 0.62) - t * (isWide ? 2.2 : 4),
      size: isWide ? 0.8 : 0.85,
      t,
    });
    drawLayer(ctx, ground, -60 - pan * 70, H - ground.height + 2);
    drawAstronaut(ctx, {
      x: W * (isWide ? 0.27 : 0.3) + pan * 26 + 8 * Math.sin(t * 0.5),
      y: H * (isWide ? 0.54 : 0.76) + 12 * Math.sin(t * 0.63) - pan * 16,
      size: isWide ? 1.15 : 1.3,
      tilt: -0.26 + 0.2 * Math.sin(t * 0.27),
      t,
    });
    drawLayer(ctx, edge, 0, 0);
  };
}

function paintNebula(stage) {
  const base = paintSky(stage, stage.W + 60, stage.H + 20, [
    [0, '#070918'],
    [0.5, '#0d1130'],
    [1, '#1a1030'],
  ]);
  const seeded = seededRandom(4);
  return stage.layer(base.width, base.height, (ctx, width, height) => {
    drawLayer(ctx, base, 0, 0);
    const mist = stage.shadedLayer(width, height, (x, y) => {
      const warp = 60 * fractalNoise(x / 300, y / 300, 8, 3);
      const band =
        1 - Math.abs((y - height * 0.42) / height + 0.34 * ((x - width / 2) / Math.max(width, height))) * 2.2;
      const density =
        clamp((fractalNoise((x + warp) / 230, (y - warp) / 210, 21, 5) - 0.42) * 2.6, 0, 1) * clamp(band, 0, 1);
      const warm = fractalNoise(x / 330, y / 330, 40, 3);
      const grain = (seeded() - 0.5) * 3;
      return [mix(46, 226, warm) + grain, mix(92, 96, warm) + grain, mix(196, 150, warm) + grain, density * 150];
    });
    drawLayer(ctx, mist, 0, 0);
  });
}

function drawStars(ctx, stars, { stage, pan, t }) {
  for (const star of stars) {
    const x = star.x * (stage.W + 30) - pan * (4 + star.size * 5);
    const y = star.y * stage.H;
    const light = star.isTwinkling ? 0.55 + 0.4 * Math.sin(t * 1.8 + star.phase) : 0.75;
    ctx.globalAlpha = light;
    ctx.fillStyle = star.tint < 0.7 ? '#eef2ff' : star.tint < 0.86 ? '#ffd9b0' : '#a9c8ff';
    ctx.beginPath();
    ctx.arc(x, y, star.size, 0, 7);
    ctx.fill();
    if (star.size > 1.7) glow(ctx, x, y, star.size * 9, '190,210,255', 0.4 * light);
  }
  ctx.globalAlpha = 1;
}

/** Bands of cream and rust, with a soft edge between day and night. */
function paintPlanet(stage, radius) {
  const side = radius * 2 + 8;
  return stage.shadedLayer(side, side, (px, py) => {
    const x = (px - side / 2) / radius;
    const y = (py - side / 2) / radius;
    const far = Math.hypot(x, y);
    if (far > 1 + 1.2 / radius) return null;
    const z = Math.sqrt(Math.max(0, 1 - far * far));
    const tilt = y * 0.94 + x * 0.34;
    const swirl = 0.09 * fractalNoise(x * 2.2 + 5, y * 3, 17, 4);
    const band = fractalNoise(3.1, (tilt + swirl) * 7.5, 33, 4);
    const fine = fractalNoise(x * 3, (tilt + swirl) * 26, 61, 3);
    const tone = clamp(band * 1.15 - 0.1 + (fine - 0.5) * 0.34, 0, 1);
    const day = clamp(x * sunward.x + y * sunward.y + z * sunward.z + 0.16, 0, 1) ** 0.8;
    const rim = (1 - z) ** 3 * day * 0.5;
    const shade = 0.05 + 0.98 * day;
    const color = [mix(150, 255, tone), mix(78, 216, tone), mix(62, 168, tone)];
    const night = [14, 12, 34];
    const lit = color.map((value, i) =>
      mix(night[i], value * shade + rim * [255, 190, 140][i], clamp(shade * 1.25, 0, 1)),
    );
    return [...lit, 255 * clamp((1 + 1.2 / radius - far) * radius, 0, 1)];
  });
}

function drawRings(ctx, { x, y, radius, isFront }) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(-0.36);
  ctx.beginPath();
  if (isFront) ctx.rect(-radius * 3, 0, radius * 6, radius * 2);
  else ctx.rect(-radius * 3, -radius * 2, radius * 6, radius * 2);
  ctx.clip();
  ctx.scale(1, 0.24);
  for (const [from, to, rgb, alpha] of [
    [1.32, 1.48, '214,170,140', 0.34],
    [1.5, 1.76, '246,214,176', 0.72],
    [1.78, 1.83, '180,130,120', 0.24],
    [1.86, 2.04, '230,190,160', 0.5],
    [2.07, 2.12, '200,160,150', 0.22],
  ]) {
    const light = ctx.createLinearGradient(-radius * 2, 0, radius * 2, 0);
    light.addColorStop(0, `rgba(${rgb},${alpha})`);
    for (const [place, share] of isFront
      ? [[0.6, 0.9]]
      : [
          [0.5, 0.9],
          [0.64, 0.1],
          [0.74, 0.08],
          [0.9, 0.34],
        ])
      light.addColorStop(place, `rgba(${rgb},${alpha * share})`);
    light.addColorStop(1, `rgba(${rgb},${alpha * 0.34})`);
    ctx.strokeStyle = light;
    ctx.lineWidth = (to - from) * radius;
    ctx.beginPath();
    ctx.arc(0, 0, ((from + to) / 2) * radius, 0, Math.PI * 2);
    ctx.stroke();
  }
  ctx.restore();
}

function paintMoon(stage, radius) {
  const side = radius * 2 + 6;
  return stage.shadedLayer(side, side, (px, py) => {
    const x = (px - side / 2) / radius;
    const y = (py - side / 2) / radius;
    const far = Math.hypot(x, y);
    if (far > 1.06) return null;
    const z = Math.sqrt(Math.max(0, 1 - far * far));
    const day = clamp(x * sunward.x + y * sunward.y + z * sunward.z + 0.1, 0.04, 1);
    const spot = 0.78 + 0.34 * fractalNoise(x * 3 + 9, y * 3, 71, 4);
    const value = 228 * day * spot;
    return [value, value * 0.95, value * 0.93, 255 * clamp((1.04 - far) * radius, 0, 1)];
  });
}

/** The curve of another world below, lit from the left; mountains of ice on it. */
function paintHorizon(stage) {
  const width = stage.W + 150;
  const height = stage.isWide ? 190 : 250;
  return stage.layer(width, height, (ctx) => {
    const arc = (x) => 54 + 70 * ((x - width * 0.34) / width) ** 2 * 4;
    const ridge = (x) => arc(x) - 26 * Math.max(0, fractalNoise(x / 90, 2, 81, 4) - 0.42) * 3.4;
    const light = ctx.createLinearGradient(0, 0, width, 0);
    light.addColorStop(0, '#8fb0d8');
    light.addColorStop(0.45, '#49608f');
    light.addColorStop(1, '#141a35');
    ctx.shadowColor = 'rgba(140,190,255,0.75)';
    ctx.shadowBlur = 34 * stage.scale;
    ctx.fillStyle = light;
    ctx.beginPath();
    ctx.moveTo(0, height);
    for (let x = 0; x <= width; x += 2) ctx.lineTo(x, ridge(x));
    ctx.lineTo(width, height);
    ctx.fill();
    ctx.shadowBlur = 0;
    ctx.save();
    ctx.clip();
    for (let row = 0; row < 14; row++) {
      ctx.fillStyle = row % 2 ? 'rgba(10,14,36,0.3)' : 'rgba(200,220,255,0.07)';
      ctx.beginPath();
      ctx.moveTo(0, height);
      for (let x = 0; x <= width; x += 5)
        ctx.lineTo(x, arc(x) + 10 + row * 13 + 16 * (fractalNoise(x / 70, row, 91, 3) - 0.5));
      ctx.lineTo(width, height);
      ctx.fill();
    }
    ctx.restore();
  });
}

function drawShip(ctx, { x, y, size, t }) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(-0.1);
  ctx.scale(size, size);
  for (let i = 0; i < 3; i++)
    glow(ctx, -86 - i * 16, 0, 44 - i * 8, '110,190,255', 0.5 + 0.1 * Math.sin(t * 9 + i), { stretch: 1.8 });
  const hull = ctx.createLinearGradient(0, -20, 0, 20);
  hull.addColorStop(0, '#dfe6f4');
  hull.addColorStop(0.5, '#8d98b4');
  hull.addColorStop(1, '#353d5a');
  ctx.fillStyle = '#59627f';
  for (const side of [-1, 1]) {
    ctx.beginPath();
    ctx.moveTo(-58, side * 8);
    ctx.lineTo(-84, side * 34);
    ctx.lineTo(-40, side * 32);
    ctx.lineTo(-8, side * 10);
    ctx.fill();
  }
  ctx.fillStyle = hull;
  ctx.beginPath();
  ctx.moveTo(-78, -10);
  ctx.bezierCurveTo(-30, -24, 40, -20, 84, 2);
  ctx.bezierCurveTo(40, 18, -30, 20, -78, 12);
  ctx.fill();
  ctx.fillStyle = '#1b2340';
  ctx.beginPath();
  ctx.ellipse(38, -5, 17, 5.5, 0.12, 0, 7);
  ctx.fill();
  ctx.fillStyle = '#ffd894';
  for (let i = 0; i < 6; i++) ctx.fillRect(-54 + i * 12, -4, 6, 3.4);
  const blink = Math.sin(t * 3.6) > 0.55 ? 1 : 0.12;
  glow(ctx, -82, -33, 12, '255,80,80', blink);
  glow(ctx, -82, 33, 12, '90,255,160', Math.sin(t * 3.6 + 2) > 0.55 ? 1 : 0.12);
  ctx.restore();
}
