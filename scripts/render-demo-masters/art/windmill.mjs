// A white windmill with a thatched cap; its four sails are drawn for every moment.

/** `hub` is how far above the foot the sails turn. */
export function paintMill(stage, size) {
  const width = 150 * size;
  const height = 200 * size;
  const layer = stage.layer(width, height, (ctx) => {
    ctx.scale(size, size);
    ctx.fillStyle = 'rgba(30,60,30,0.35)';
    ctx.beginPath();
    ctx.ellipse(96, 192, 54, 9, 0, 0, 7);
    ctx.fill();
    const wall = ctx.createLinearGradient(40, 0, 112, 0);
    wall.addColorStop(0, '#fffaf0');
    wall.addColorStop(0.45, '#f3e8d4');
    wall.addColorStop(1, '#b9a894');
    ctx.fillStyle = wall;
    ctx.beginPath();
    ctx.moveTo(52, 78);
    ctx.lineTo(98, 78);
    ctx.lineTo(112, 194);
    ctx.lineTo(38, 194);
    ctx.fill();
    ctx.fillStyle = '#8a5a3c';
    ctx.beginPath();
    ctx.moveTo(44, 82);
    ctx.quadraticCurveTo(48, 42, 75, 36);
    ctx.quadraticCurveTo(102, 42, 106, 82);
    ctx.quadraticCurveTo(75, 90, 44, 82);
    ctx.fill();
    ctx.fillStyle = 'rgba(60,30,20,0.35)';
    ctx.beginPath();
    ctx.moveTo(78, 36);
    ctx.quadraticCurveTo(102, 42, 106, 82);
    ctx.lineTo(88, 86);
    ctx.fill();
    ctx.fillStyle = '#5a3d33';
    ctx.beginPath();
    ctx.roundRect(66, 156, 20, 38, [10, 10, 0, 0]);
    ctx.fill();
    for (const [x, y] of [
      [62, 108],
      [84, 128],
    ]) {
      ctx.fillStyle = '#4d6078';
      ctx.beginPath();
      ctx.roundRect(x, y, 10, 15, [5, 5, 0, 0]);
      ctx.fill();
    }
  });
  return { ...layer, hub: 138 * size };
}

export function drawSails(ctx, { x, y, size, t }) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size, size);
  ctx.rotate(t * 0.62 + 0.3);
  for (let i = 0; i < 4; i++) {
    ctx.rotate(Math.PI / 2);
    ctx.fillStyle = '#5c4234';
    ctx.fillRect(-2, 0, 4, 104);
    ctx.fillStyle = 'rgba(255,250,236,0.88)';
    ctx.fillRect(3, 22, 19, 80);
    ctx.fillStyle = '#7a5b48';
    for (let bar = 0; bar < 6; bar++) ctx.fillRect(2, 22 + bar * 15.6, 20, 1.6);
    ctx.fillRect(21, 22, 1.6, 80);
  }
  ctx.fillStyle = '#4b342a';
  ctx.beginPath();
  ctx.arc(0, 0, 6.5, 0, 7);
  ctx.fill();
  ctx.restore();
}
