// Shoulders and collars of the portraits.
import { mixHex } from './mix-hex.mjs';

export function drawClothes(ctx, { W, H }, portrait, light) {
  const { cloth, collar, extra } = portrait;
  ctx.save();
  ctx.translate(0, -46);
  const body = ctx.createLinearGradient(60, 0, W - 40, 0);
  body.addColorStop(0, mixHex(cloth[0], '#000000', 0.25));
  body.addColorStop(0.55, cloth[0]);
  body.addColorStop(0.8, mixHex(cloth[0], cloth[1], 0.6));
  body.addColorStop(1, cloth[1]);
  const shoulders = () => {
    ctx.moveTo(30, H + 60);
    ctx.bezierCurveTo(44, 800, 90, 716, 190, 676);
    ctx.bezierCurveTo(250, 650, 290, 636, 304, 596);
    ctx.lineTo(448, 596);
    ctx.bezierCurveTo(466, 640, 520, 650, 576, 680);
    ctx.bezierCurveTo(656, 722, 690, 800, 704, H + 60);
  };
  ctx.beginPath();
  shoulders();
  ctx.fillStyle = body;
  ctx.fill();
  collars[collar](ctx, cloth, light);
  ctx.strokeStyle = light.rim;
  ctx.lineWidth = 4;
  ctx.globalAlpha = 0.75;
  ctx.beginPath();
  ctx.moveTo(500, 652);
  ctx.bezierCurveTo(530, 660, 556, 670, 576, 680);
  ctx.bezierCurveTo(656, 722, 690, 800, 704, H + 60);
  ctx.stroke();
  ctx.strokeStyle = light.fill;
  ctx.globalAlpha = 0.4;
  ctx.beginPath();
  ctx.moveTo(190, 676);
  ctx.bezierCurveTo(90, 716, 44, 800, 30, H + 60);
  ctx.stroke();
  ctx.globalAlpha = 1;
  if (extra === 'scarf') drawScarf(ctx, light);
  ctx.restore();
}

function shape(ctx, fill, points) {
  ctx.fillStyle = fill;
  ctx.beginPath();
  for (const point of points) {
    if (point.length === 2) ctx.lineTo(...point);
    else ctx.quadraticCurveTo(...point);
  }
  ctx.closePath();
  ctx.fill();
}

const collars = {
  high(ctx, cloth) {
    shape(ctx, mixHex(cloth[0], cloth[1], 0.2), [
      [286, 560],
      [376, 640, 466, 552],
      [486, 640],
      [380, 730, 266, 650],
    ]);
    shape(ctx, mixHex(cloth[0], cloth[1], 0.75), [
      [412, 598],
      [444, 586, 466, 552],
      [486, 640],
      [456, 674, 420, 684],
    ]);
    line(ctx, mixHex(cloth[0], '#000000', 0.4), [
      [408, 610],
      [400, 760],
      [396, 970],
    ]);
    for (const y of [740, 820, 900]) dot(ctx, cloth[1], 424, y, 7);
  },
  wrap(ctx, cloth) {
    for (let i = 0; i < 4; i++) {
      shape(ctx, mixHex(cloth[0], cloth[1], 0.25 + i * 0.18), [
        [262 - i * 14, 566 + i * 34],
        [380, 660 + i * 44, 490 + i * 12, 560 + i * 32],
        [506 + i * 16, 620 + i * 36],
        [380, 720 + i * 46, 240 - i * 16, 620 + i * 36],
      ]);
    }
  },
  zip(ctx, cloth) {
    shape(ctx, mixHex(cloth[0], cloth[1], 0.35), [
      [282, 590],
      [330, 680, 396, 690],
      [396, 740],
      [310, 720, 252, 650],
    ]);
    shape(ctx, mixHex(cloth[0], cloth[1], 0.85), [
      [470, 586],
      [440, 670, 396, 690],
      [396, 740],
      [460, 720, 510, 648],
    ]);
    line(ctx, mixHex(cloth[1], '#ffffff', 0.5), [
      [396, 694],
      [394, 800],
      [390, 970],
    ]);
  },
  fur(ctx, cloth, light) {
    for (let i = 0; i < 150; i++) {
      const share = (i % 50) / 49;
      const row = Math.floor(i / 50);
      const x = 236 + share * 290 + (row - 1) * 4;
      const y = 606 + row * 24 + 62 * Math.sin(Math.PI * share) + ((i * 37) % 13) - 6;
      ctx.fillStyle = mixHex('#7f86a2', '#fff8f0', Math.min(1, share * 0.75 + ((i * 13) % 10) / 40 + (2 - row) * 0.04));
      ctx.beginPath();
      ctx.ellipse(x, y, 17 + ((i * 7) % 8), 13, (share - 0.5) * 1.6 + ((i % 3) - 1) * 0.5, 0, 7);
      ctx.fill();
    }
    line(
      ctx,
      light.rim,
      [
        [520, 622],
        [546, 640],
        [556, 668],
      ],
      0.6,
    );
  },
  ring(ctx) {
    const brass = ctx.createLinearGradient(210, 0, 540, 0);
    brass.addColorStop(0, '#3a2a14');
    brass.addColorStop(0.6, '#8a6428');
    brass.addColorStop(0.85, '#ecc878');
    brass.addColorStop(1, '#a8782e');
    ctx.fillStyle = brass;
    ctx.beginPath();
    ctx.ellipse(374, 668, 196, 56, 0, 0, 7);
    ctx.fill();
    for (let i = 0; i < 7; i++) dot(ctx, '#2a1d0c', 210 + i * 54, 690 + 22 * Math.sin((Math.PI * (i + 0.5)) / 7), 8);
  },
  robe(ctx, cloth) {
    shape(ctx, mixHex(cloth[0], cloth[1], 0.3), [
      [270, 610],
      [290, 800, 390, 970],
      [250, 970],
      [200, 800, 214, 664],
    ]);
    shape(ctx, mixHex(cloth[0], cloth[1], 0.9), [
      [472, 606],
      [470, 800, 400, 970],
      [540, 970],
      [560, 800, 540, 660],
    ]);
  },
  trench(ctx, cloth, light) {
    shape(ctx, mixHex(cloth[0], '#ffffff', 0.75), [
      [330, 606],
      [380, 650, 430, 604],
      [404, 760],
      [372, 760],
    ]);
    shape(ctx, '#4a1420', [
      [366, 640],
      [394, 640],
      [400, 790],
      [380, 820],
      [362, 790],
    ]);
    shape(ctx, mixHex(cloth[0], cloth[1], 0.3), [
      [276, 540],
      [300, 640, 352, 700],
      [300, 840],
      [200, 720],
      [246, 600],
    ]);
    shape(ctx, mixHex(cloth[0], cloth[1], 0.85), [
      [474, 536],
      [460, 640, 406, 700],
      [450, 840],
      [560, 716],
      [512, 596],
    ]);
    line(
      ctx,
      light.rim,
      [
        [476, 540],
        [512, 596],
        [558, 714],
      ],
      0.8,
    );
  },
  round(ctx, cloth) {
    shape(ctx, mixHex(cloth[0], '#fff6e8', 0.55), [
      [280, 612],
      [330, 690, 388, 690],
      [360, 742],
      [280, 730, 246, 662],
    ]);
    shape(ctx, mixHex(cloth[0], '#fff6e8', 0.92), [
      [472, 610],
      [440, 690, 388, 690],
      [412, 742],
      [490, 726, 512, 656],
    ]);
  },
};

function drawScarf(ctx, light) {
  shape(ctx, '#7a1f24', [
    [268, 580],
    [370, 690, 484, 572],
    [512, 640],
    [390, 760, 244, 650],
  ]);
  shape(ctx, '#c8413c', [
    [420, 642],
    [460, 620, 484, 572],
    [512, 640],
    [480, 690, 430, 706],
  ]);
  shape(ctx, '#8f2a2c', [
    [300, 690],
    [356, 704],
    [330, 900],
    [262, 880],
  ]);
  line(
    ctx,
    light.rim,
    [
      [486, 574],
      [512, 640],
      [470, 690],
    ],
    0.7,
  );
}

function line(ctx, colour, [from, via, to], alpha = 0.9) {
  ctx.strokeStyle = colour;
  ctx.globalAlpha = alpha;
  ctx.lineWidth = 4;
  ctx.beginPath();
  ctx.moveTo(...from);
  ctx.quadraticCurveTo(...via, ...to);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

function dot(ctx, colour, x, y, radius) {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 7);
  ctx.fill();
}
