// The headland of the harbour: rock, lighthouse, keeper's house, and the turning beam.
import { fillBelow, fractalNoise, glow, mix, noise, verticalGradient } from './stage.mjs';

/** The layer, with the lamp's place on it. */
export function paintHeadland(stage, width) {
  const height = 420;
  const lamp = { x: width * 0.42, y: 74 };
  const layer = stage.layer(width, height, (ctx) => {
    const base = height - 92;
    const rock = (x) => {
      const rise = Math.sin(Math.PI * Math.min(1, x / (width * 0.84)) ** 0.7);
      const tail = x > width * 0.5 ? (x - width * 0.5) * 0.06 : 0;
      return (
        base -
        rise * 66 -
        tail +
        (fractalNoise(x / 42, 2, 31, 4) - 0.5) * 44 +
        (x < 130 ? ((130 - x) / 130) ** 2.4 * 120 : 0)
      );
    };
    paintTower(ctx, lamp.x, rock(lamp.x) + 10, lamp.y);
    paintKeepersHouse(ctx, lamp.x + 66, rock(lamp.x + 80) + 10);
    fillBelow(
      ctx,
      width,
      height,
      rock,
      verticalGradient(ctx, base - 80, height, [
        [0, '#1a3040'],
        [0.35, '#0b1a28'],
        [0.72, '#050d18'],
        [0.93, 'rgba(4,12,24,0)'],
      ]),
      2,
    );
    ctx.strokeStyle = 'rgba(150,190,205,0.26)';
    ctx.lineWidth = 1.4;
    ctx.beginPath();
    for (let x = 60; x < width; x += 3) ctx.lineTo(x, rock(x) + 0.6);
    ctx.stroke();
    for (let i = 0; i < 60; i++) {
      const x = noise(i, 1, 77) * width;
      const y = mix(rock(x) + 6, height - 70, noise(i, 9, 78) ** 1.3);
      ctx.strokeStyle = `rgba(130,170,190,${0.05 + 0.08 * noise(i, 4, 79)})`;
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(x - 8 - 12 * noise(i, 5, 80), y + 6 + 12 * noise(i, 6, 81));
      ctx.stroke();
    }
  });
  return { ...layer, lamp };
}

function paintTower(ctx, x, foot, lampY) {
  const top = lampY + 16;
  const side = ctx.createLinearGradient(x - 26, 0, x + 26, 0);
  side.addColorStop(0, '#c2d0d4');
  side.addColorStop(0.28, '#8ba0ac');
  side.addColorStop(0.75, '#34495c');
  side.addColorStop(1, '#22364a');
  const halfWidth = (y) => mix(13, 25, (y - top) / (foot - top));
  const band = (from, to, fill) => {
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.moveTo(x - halfWidth(from), from);
    ctx.lineTo(x + halfWidth(from), from);
    ctx.lineTo(x + halfWidth(to), to);
    ctx.lineTo(x - halfWidth(to), to);
    ctx.fill();
  };
  band(top, foot, side);
  const tall = foot - top;
  for (const at of [0.16, 0.5, 0.84]) band(top + tall * at, top + tall * Math.min(1, at + 0.17), 'rgba(96,20,34,0.72)');
  for (const at of [0.4, 0.74]) {
    ctx.fillStyle = 'rgba(255,205,130,0.9)';
    ctx.fillRect(x - 2.5, top + tall * at, 5, 8);
  }
  ctx.fillStyle = '#0d1b29';
  ctx.fillRect(x - 20, top - 3, 40, 5);
  for (let i = -18; i <= 18; i += 6) ctx.fillRect(x + i - 0.6, top - 12, 1.2, 10);
  ctx.fillRect(x - 20, top - 13, 40, 1.6);
  ctx.fillStyle = '#ffe9b0';
  ctx.fillRect(x - 9, lampY - 11, 18, 24);
  ctx.fillStyle = '#0d1b29';
  for (const dx of [-9, -3.6, 2.2, 7.6]) ctx.fillRect(x + dx, lampY - 11, 1.5, 24);
  ctx.beginPath();
  ctx.moveTo(x - 14, lampY - 11);
  ctx.quadraticCurveTo(x - 8, lampY - 25, x, lampY - 30);
  ctx.quadraticCurveTo(x + 8, lampY - 25, x + 14, lampY - 11);
  ctx.fill();
  ctx.fillRect(x - 0.8, lampY - 42, 1.6, 14);
}

function paintKeepersHouse(ctx, x, foot) {
  ctx.fillStyle = '#1b2e40';
  ctx.fillRect(x - 28, foot - 30, 62, 34);
  ctx.fillStyle = '#0b1826';
  ctx.beginPath();
  ctx.moveTo(x - 34, foot - 29);
  ctx.lineTo(x - 20, foot - 50);
  ctx.lineTo(x + 26, foot - 50);
  ctx.lineTo(x + 40, foot - 29);
  ctx.fill();
  ctx.fillRect(x + 14, foot - 62, 7, 14);
  glow(ctx, x - 9, foot - 17, 26, '255,180,90', 0.55);
  glow(ctx, x + 16, foot - 17, 22, '255,180,90', 0.4);
  ctx.fillStyle = '#ffcf87';
  ctx.fillRect(x - 14, foot - 22, 9, 10);
  ctx.fillRect(x + 12, foot - 22, 8, 10);
}

/** The lamp turns once in eight seconds; the beam is drawn before the tower while it points away. */
export function drawBeam(ctx, lamp, t, isBehind, W) {
  for (const half of [0, Math.PI]) {
    const angle = (t / 8) * Math.PI * 2 + 2.5 + half;
    const across = Math.cos(angle);
    const towards = Math.sin(angle);
    if (towards < 0 !== isBehind) continue;
    const length = across * W * 0.95;
    const facing = Math.max(0, towards) ** 6;
    const alpha = (0.14 + 0.3 * Math.abs(across)) * (isBehind ? 0.75 : 1);
    ctx.globalCompositeOperation = 'lighter';
    for (const [spread, weight] of [
      [1, 0.12],
      [0.86, 0.13],
      [0.72, 0.14],
      [0.58, 0.15],
      [0.44, 0.17],
      [0.3, 0.18],
      [0.16, 0.2],
    ]) {
      const light = ctx.createLinearGradient(lamp.x, 0, lamp.x + length, 0);
      light.addColorStop(0, `rgba(255,232,180,${alpha * weight * 2})`);
      light.addColorStop(0.35, `rgba(235,225,195,${alpha * weight * 0.7})`);
      light.addColorStop(1, 'rgba(200,215,220,0)');
      ctx.fillStyle = light;
      const open = (22 + 66 * Math.abs(across)) * spread;
      const drop = towards * 26;
      ctx.beginPath();
      ctx.moveTo(lamp.x, lamp.y - 5 * spread);
      ctx.lineTo(lamp.x + length, lamp.y - open + drop);
      ctx.lineTo(lamp.x + length, lamp.y + open + drop);
      ctx.lineTo(lamp.x, lamp.y + 5 * spread);
      ctx.fill();
    }
    ctx.globalCompositeOperation = 'source-over';
    if (!isBehind) {
      glow(ctx, lamp.x, lamp.y, 60 + facing * 90, '255,222,160', 0.5 + facing * 0.3);
      glow(ctx, lamp.x, lamp.y, 90 + facing * 260, '255,226,180', facing * 0.2, { stretch: 2.2 });
    }
  }
}

export function drawLampReflection(ctx, x, y, t, length) {
  ctx.globalCompositeOperation = 'lighter';
  for (let i = 0; i < 20; i++) {
    const share = i / 20;
    ctx.fillStyle = `rgba(255,214,150,${0.2 * (1 - share) * (0.6 + 0.4 * Math.sin(t * 3 + i))})`;
    const width = 12 + share * 26;
    ctx.fillRect(x - width / 2 + Math.sin(t * 2 + i * 1.3) * (3 + share * 9), y + share * length, width, 2.2);
  }
  ctx.globalCompositeOperation = 'source-over';
}
