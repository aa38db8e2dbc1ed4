// What stands behind a portrait, out of focus, and the light it throws on the face.
import { fillBelow, fractalNoise, glow, seededRandom, verticalGradient } from './stage.mjs';

const backdrops = {
  night: {
    sky: ['#060c20', '#12305a', '#2f5e78', '#0a1a30'],
    rim: '#a9d0e8',
    rimRgb: '150,200,230',
    fill: '#ffb765',
    bokeh: ['255,186,104', '205,228,255'],
    glowRgb: '120,170,215',
  },
  dawn: {
    sky: ['#3a3a6c', '#a8607a', '#f0985f', '#8a3f3c'],
    rim: '#ffdf9e',
    rimRgb: '255,200,120',
    fill: '#8a6fb0',
    bokeh: ['255,214,150'],
    glowRgb: '255,190,110',
  },
  rain: {
    sky: ['#8ea4a4', '#c3cfc8', '#93a79f', '#2e403b'],
    rim: '#eef5ea',
    rimRgb: '230,240,230',
    fill: '#4f6f68',
    bokeh: ['232,244,236'],
    glowRgb: '235,242,228',
  },
  neon: {
    sky: ['#0d0a2a', '#3a1458', '#a22c70', '#140a26'],
    rim: '#ff6fb8',
    rimRgb: '255,90,170',
    fill: '#43cfff',
    bokeh: ['255,80,170', '80,215,255', '255,190,110'],
    glowRgb: '255,80,160',
  },
  snow: {
    sky: ['#4a7cba', '#a6c6e6', '#f7d6cc', '#c6d2e6'],
    rim: '#fff1dc',
    rimRgb: '255,232,205',
    fill: '#7ea6dc',
    bokeh: ['255,255,255'],
    glowRgb: '255,214,190',
  },
  sea: {
    sky: ['#7fdcd8', '#1f8fae', '#0c4a74', '#04162a'],
    rim: '#c4fff2',
    rimRgb: '170,250,235',
    fill: '#0f5f8a',
    bokeh: ['200,255,250'],
    glowRgb: '190,255,240',
  },
};

/** Paints the backdrop and answers its light: {rim, rimRgb, fill}. */
export function paintBackdrop(ctx, stage, name) {
  const { W, H } = stage;
  const backdrop = backdrops[name];
  const random = seededRandom(name.length * 77 + name.charCodeAt(0));
  ctx.fillStyle = verticalGradient(
    ctx,
    0,
    H,
    backdrop.sky.map((colour, i) => [[0, 0.38, 0.68, 1][i], colour]),
  );
  ctx.fillRect(0, 0, W, H);
  glow(ctx, W * 0.72, H * 0.3, W * 0.72, backdrop.glowRgb, 0.55, { blend: 'screen' });
  paintShapes(ctx, stage, name);
  for (let i = 0; i < 26; i++) {
    const x = random() * W;
    const y = H * (0.2 + random() * 0.65);
    const radius = 8 + random() ** 2 * 34;
    const rgb = backdrop.bokeh[Math.floor(random() * backdrop.bokeh.length)];
    ctx.fillStyle = `rgba(${rgb},${0.05 + random() * 0.12})`;
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 7);
    ctx.fill();
  }
  return backdrop;
}

/** Large soft masses that recall the mood: hills, dunes, firs, towers, peaks, light shafts. */
function paintShapes(ctx, { W, H }, name) {
  ctx.save();
  ctx.filter = 'blur(9px)';
  if (name === 'night')
    fillBelow(ctx, W, H, (x) => H * 0.66 - 60 * fractalNoise(x / 240, 1, 4, 3), 'rgba(6,18,34,0.75)', 8);
  if (name === 'dawn') {
    ctx.fillStyle = 'rgba(255,232,180,0.95)';
    ctx.beginPath();
    ctx.arc(W * 0.74, H * 0.42, 96, 0, 7);
    ctx.fill();
    fillBelow(ctx, W, H, (x) => H * 0.62 + 50 * Math.sin(x / 190 + 0.6), 'rgba(150,74,62,0.8)', 8);
  }
  if (name === 'rain') {
    for (let i = 0; i < 11; i++) {
      const x = (i * 173) % W;
      const top = H * (0.16 + ((i * 37) % 23) / 100);
      ctx.fillStyle = `rgba(62,90,84,${0.25 + (i % 3) * 0.12})`;
      ctx.beginPath();
      ctx.moveTo(x, top);
      ctx.lineTo(x + 70, H);
      ctx.lineTo(x - 70, H);
      ctx.fill();
    }
  }
  if (name === 'neon') {
    for (let i = 0; i < 8; i++) {
      ctx.fillStyle = `rgba(16,8,38,${0.5 + (i % 3) * 0.12})`;
      ctx.fillRect(i * 96 - 20, H * (0.22 + ((i * 29) % 31) / 100), 80, H);
    }
    ctx.fillStyle = 'rgba(255,60,150,0.75)';
    ctx.fillRect(W * 0.84, H * 0.2, 16, H * 0.28);
    ctx.fillStyle = 'rgba(70,215,255,0.7)';
    ctx.fillRect(W * 0.1, H * 0.3, 14, H * 0.22);
  }
  if (name === 'snow') {
    ctx.fillStyle = 'rgba(240,238,248,0.92)';
    ctx.beginPath();
    ctx.moveTo(-20, H * 0.66);
    for (const [x, y] of [
      [0.2, 0.34],
      [0.34, 0.46],
      [0.62, 0.24],
      [0.9, 0.5],
      [1.05, 0.42],
    ])
      ctx.lineTo(W * x, H * y);
    ctx.lineTo(W + 20, H);
    ctx.lineTo(-20, H);
    ctx.fill();
  }
  if (name === 'sea') {
    for (let i = 0; i < 5; i++) {
      ctx.fillStyle = 'rgba(210,255,245,0.16)';
      ctx.beginPath();
      ctx.moveTo(W * (0.34 + i * 0.13), -10);
      ctx.lineTo(W * (0.42 + i * 0.13), -10);
      ctx.lineTo(W * (0.22 + i * 0.24), H);
      ctx.lineTo(W * (0.06 + i * 0.24), H);
      ctx.fill();
    }
  }
  ctx.restore();
}
