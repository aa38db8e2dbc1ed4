// An astronaut who floats, lit from the left; a tether leads out of the picture.

export function drawAstronaut(ctx, { x, y, size, tilt, t }) {
  const sway = Math.sin(t * 0.7);
  ctx.strokeStyle = 'rgba(220,226,240,0.75)';
  ctx.lineWidth = 3;
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.moveTo(x - 20 * size, y + 10 * size);
  ctx.bezierCurveTo(x - 150, y + 130 + 24 * sway, x - 250, y - 10 - 30 * sway, x - 520, y + 160);
  ctx.stroke();
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(tilt);
  ctx.scale(size, size);
  ctx.fillStyle = '#aab3c8';
  ctx.beginPath();
  ctx.roundRect(-46, -48, 92, 96, 16);
  ctx.fill();
  ctx.fillStyle = '#5d6784';
  ctx.fillRect(26, -40, 14, 80);
  limb(
    ctx,
    [
      [-20, 40],
      [-34 + 4 * sway, 82],
      [-22 + 8 * sway, 122],
    ],
    29,
  );
  limb(
    ctx,
    [
      [20, 40],
      [32, 80 - 4 * sway],
      [12, 112 - 6 * sway],
    ],
    29,
  );
  limb(
    ctx,
    [
      [-34, -22],
      [-72, -6 + 8 * sway],
      [-92, -40 + 14 * sway],
    ],
    25,
  );
  limb(
    ctx,
    [
      [34, -22],
      [70, 4],
      [96, -14 - 10 * sway],
    ],
    25,
  );
  const suit = ctx.createLinearGradient(-40, 0, 42, 20);
  suit.addColorStop(0, '#fdfdff');
  suit.addColorStop(0.5, '#ccd3e2');
  suit.addColorStop(1, '#6b7595');
  ctx.fillStyle = suit;
  ctx.beginPath();
  ctx.roundRect(-38, -42, 76, 92, 26);
  ctx.fill();
  ctx.fillStyle = '#3c4668';
  ctx.beginPath();
  ctx.roundRect(-20, -8, 40, 30, 6);
  ctx.fill();
  ctx.fillStyle = '#ff7a4d';
  ctx.fillRect(-14, -2, 10, 6);
  ctx.fillStyle = Math.sin(t * 2.4) > 0 ? '#7dffb2' : '#2f7a55';
  ctx.fillRect(2, -2, 6, 6);
  ctx.fillStyle = '#9fb4e0';
  ctx.fillRect(-14, 10, 26, 4);
  ctx.fillStyle = suit;
  ctx.beginPath();
  ctx.arc(0, -66, 38, 0, 7);
  ctx.fill();
  paintVisor(ctx, t);
  ctx.restore();
}

/** A sleeve or a leg along three points, with a glove or a boot at its end. */
function limb(ctx, [from, bend, to], width) {
  const trace = () => {
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.quadraticCurveTo(...bend, ...to);
    ctx.stroke();
  };
  ctx.lineCap = 'round';
  ctx.strokeStyle = '#79839f';
  ctx.lineWidth = width;
  trace();
  ctx.save();
  ctx.translate(-3.5, -2);
  ctx.strokeStyle = '#e4e9f4';
  ctx.lineWidth = width * 0.68;
  trace();
  ctx.restore();
  ctx.fillStyle = '#ff7a4d';
  ctx.beginPath();
  ctx.arc(...to, width * 0.56, 0, 7);
  ctx.fill();
  ctx.fillStyle = 'rgba(40,20,40,0.35)';
  ctx.beginPath();
  ctx.arc(to[0] + 3, to[1] + 3, width * 0.44, 0, 7);
  ctx.fill();
}

/** Gold glass that mirrors the planet. */
function paintVisor(ctx, t) {
  const glass = ctx.createLinearGradient(-28, -92, 30, -44);
  glass.addColorStop(0, '#ffe2a4');
  glass.addColorStop(0.4, '#c47b3c');
  glass.addColorStop(1, '#2a1530');
  ctx.fillStyle = glass;
  ctx.beginPath();
  ctx.ellipse(5, -66, 27, 25, 0, 0, 7);
  ctx.fill();
  ctx.save();
  ctx.clip();
  ctx.fillStyle = 'rgba(255,206,150,0.75)';
  ctx.beginPath();
  ctx.arc(16 - 0.3 * t, -62, 8, 0, 7);
  ctx.fill();
  ctx.strokeStyle = 'rgba(255,226,186,0.8)';
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.ellipse(16 - 0.3 * t, -62, 16, 4, -0.36, 0, 7);
  ctx.stroke();
  ctx.fillStyle = 'rgba(255,255,255,0.75)';
  ctx.beginPath();
  ctx.ellipse(-9, -76, 5, 9, 0.7, 0, 7);
  ctx.fill();
  ctx.restore();
  ctx.strokeStyle = '#8f99b4';
  ctx.lineWidth = 2.4;
  ctx.beginPath();
  ctx.ellipse(5, -66, 27, 25, 0, 0, 7);
  ctx.stroke();
}
