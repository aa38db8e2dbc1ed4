// The bust of a portrait: three-quarter head turned to the light at the right, flat planes, one bright rim.
import { drawHeadBack, drawHeadFront } from './portrait-headwear.mjs';
import { mixHex } from './mix-hex.mjs';
import { drawClothes } from './portrait-clothes.mjs';

/** Coordinates are those of a frame 720 wide and 960 tall. */
export function drawBust(ctx, stage, portrait, light) {
  ctx.save();
  if (portrait.small) {
    ctx.translate(stage.W / 2, stage.H);
    ctx.scale(0.9, 0.9);
    ctx.translate(-stage.W / 2, -stage.H + 20);
  }
  drawHeadBack(ctx, portrait, light);
  drawNeck(ctx, portrait);
  drawClothes(ctx, stage, portrait, light);
  if (portrait.head !== 'helmet') drawFace(ctx, portrait, light);
  drawHeadFront(ctx, portrait, light);
  ctx.restore();
  drawFalloff(ctx, stage);
}

function drawNeck(ctx, { skin }) {
  const shade = ctx.createLinearGradient(300, 0, 450, 0);
  shade.addColorStop(0, skin[0]);
  shade.addColorStop(1, mixHex(skin[0], skin[1], 0.5));
  ctx.fillStyle = shade;
  ctx.beginPath();
  ctx.moveTo(316, 470);
  ctx.bezierCurveTo(322, 560, 300, 610, 270, 640);
  ctx.lineTo(480, 650);
  ctx.bezierCurveTo(444, 600, 438, 560, 440, 500);
  ctx.fill();
}

/** Outline of a head in three-quarter view, chin to the right. */
export function traceFace(ctx) {
  ctx.beginPath();
  ctx.moveTo(282, 330);
  ctx.bezierCurveTo(284, 250, 350, 226, 402, 236);
  ctx.bezierCurveTo(452, 246, 478, 288, 478, 336);
  ctx.bezierCurveTo(480, 352, 472, 364, 474, 376);
  ctx.bezierCurveTo(476, 420, 470, 470, 446, 502);
  ctx.bezierCurveTo(428, 526, 400, 532, 380, 522);
  ctx.bezierCurveTo(336, 502, 304, 466, 294, 420);
  ctx.bezierCurveTo(286, 392, 281, 362, 282, 330);
  ctx.closePath();
}

function drawFace(ctx, portrait, light) {
  const { skin, beard } = portrait;
  traceFace(ctx);
  ctx.fillStyle = mixHex(skin[0], skin[1], 0.32);
  ctx.fill();
  ctx.save();
  ctx.clip();
  drawPlanes(ctx, skin, light);
  drawFeatures(ctx, skin, portrait);
  ctx.restore();
  if (beard) drawBeard(ctx, portrait, light);
  ctx.strokeStyle = light.rim;
  ctx.globalAlpha = 0.85;
  ctx.lineWidth = 4;
  ctx.beginPath();
  ctx.moveTo(466, 286);
  ctx.bezierCurveTo(482, 318, 480, 352, 474, 376);
  if (beard) ctx.bezierCurveTo(476, 396, 476, 400, 475, 410);
  else ctx.bezierCurveTo(476, 420, 470, 470, 444, 504);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** The lit side of brow, cheek, nose and jaw against the side in shade. */
function drawPlanes(ctx, skin, light) {
  ctx.fillStyle = mixHex(skin[0], skin[1], 0.92);
  ctx.beginPath();
  ctx.moveTo(424, 220);
  ctx.bezierCurveTo(410, 280, 424, 320, 418, 342);
  ctx.lineTo(420, 352);
  ctx.lineTo(440, 414);
  ctx.lineTo(424, 430);
  ctx.bezierCurveTo(414, 440, 430, 452, 422, 470);
  ctx.bezierCurveTo(416, 490, 426, 510, 416, 540);
  ctx.lineTo(520, 540);
  ctx.lineTo(520, 220);
  ctx.fill();
  ctx.fillStyle = mixHex(skin[0], skin[1], 0.62);
  ctx.beginPath();
  ctx.moveTo(330, 372);
  ctx.bezierCurveTo(352, 380, 380, 384, 400, 380);
  ctx.bezierCurveTo(396, 410, 388, 440, 366, 452);
  ctx.bezierCurveTo(344, 430, 332, 400, 330, 372);
  ctx.fill();
  ctx.fillStyle = mixHex(skin[0], '#000000', 0.22);
  ctx.globalAlpha = 0.5;
  ctx.beginPath();
  ctx.moveTo(270, 300);
  ctx.lineTo(318, 340);
  ctx.bezierCurveTo(322, 400, 344, 460, 398, 536);
  ctx.lineTo(260, 540);
  ctx.fill();
  ctx.globalAlpha = 1;
  const bounce = ctx.createLinearGradient(282, 0, 330, 0);
  bounce.addColorStop(0, light.fill);
  bounce.addColorStop(1, 'rgba(0,0,0,0)');
  ctx.globalAlpha = 0.4;
  ctx.fillStyle = bounce;
  ctx.fillRect(270, 230, 80, 300);
  ctx.globalAlpha = 1;
}

function drawFeatures(ctx, skin, { hair, id }) {
  const dark = mixHex(skin[0], '#000000', 0.5);
  ctx.lineCap = 'round';
  ctx.strokeStyle = mixHex(hair[0], '#000000', 0.2);
  ctx.lineWidth = 9;
  ctx.beginPath();
  ctx.moveTo(342, 344);
  ctx.quadraticCurveTo(366, 330, 396, 342);
  ctx.moveTo(432, 341);
  ctx.quadraticCurveTo(450, 331, 466, 341);
  ctx.stroke();
  ctx.strokeStyle = dark;
  ctx.lineWidth = 5.5;
  ctx.beginPath();
  ctx.moveTo(350, 373);
  ctx.quadraticCurveTo(371, 366, 392, 374);
  ctx.moveTo(434, 373);
  ctx.quadraticCurveTo(450, 366, 464, 373);
  ctx.stroke();
  ctx.fillStyle = dark;
  for (const [x, wide] of [
    [375, 8.5],
    [450, 7],
  ]) {
    ctx.beginPath();
    ctx.ellipse(x, 377, wide, 7, 0, 0, 7);
    ctx.fill();
  }
  ctx.fillStyle = 'rgba(255,255,255,0.85)';
  for (const x of [379, 453]) {
    ctx.beginPath();
    ctx.arc(x, 374, 2.2, 0, 7);
    ctx.fill();
  }
  ctx.fillStyle = mixHex(skin[0], '#000000', 0.18);
  ctx.beginPath();
  ctx.moveTo(416, 352);
  ctx.lineTo(441, 416);
  ctx.quadraticCurveTo(436, 428, 414, 426);
  ctx.quadraticCurveTo(404, 422, 408, 412);
  ctx.fill();
  ctx.strokeStyle = mixHex(skin[0], '#5a1420', 0.4);
  ctx.lineWidth = 5;
  const smile = id.length % 3;
  ctx.beginPath();
  ctx.moveTo(396, 462 - smile);
  ctx.quadraticCurveTo(424, 466 + smile * 3, 452, 459 - smile);
  ctx.stroke();
  ctx.lineWidth = 3;
  ctx.globalAlpha = 0.6;
  ctx.beginPath();
  ctx.moveTo(410, 476);
  ctx.quadraticCurveTo(426, 481, 440, 475);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

function drawBeard(ctx, { hair, beard }, light) {
  const low = beard === 'long' ? 690 : 566;
  const fill = ctx.createLinearGradient(300, 0, 480, 0);
  fill.addColorStop(0, hair[0]);
  fill.addColorStop(0.55, mixHex(hair[0], hair[1], 0.45));
  fill.addColorStop(1, hair[1]);
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.moveTo(288, 372);
  ctx.bezierCurveTo(304, 420, 330, 446, 372, 446);
  ctx.bezierCurveTo(392, 432, 412, 434, 424, 440);
  ctx.bezierCurveTo(440, 432, 458, 438, 464, 446);
  ctx.lineTo(475, 404);
  ctx.bezierCurveTo(482, 460, 478, 500, 462, 532);
  ctx.bezierCurveTo(456, low - 60, 440, low - 16, 412, low);
  ctx.bezierCurveTo(372, low - 20, 330, low - 70, 312, 500);
  ctx.bezierCurveTo(292, 460, 286, 410, 288, 372);
  ctx.fill();
  ctx.strokeStyle = mixHex(hair[0], '#000000', 0.35);
  ctx.lineWidth = 4;
  ctx.beginPath();
  ctx.moveTo(398, 463);
  ctx.quadraticCurveTo(424, 458, 448, 463);
  ctx.stroke();
  ctx.globalAlpha = 0.3;
  ctx.lineWidth = 2.4;
  for (let i = 0; i < 8; i++) {
    ctx.beginPath();
    ctx.moveTo(330 + i * 17, 480 + (i % 3) * 10);
    ctx.quadraticCurveTo(348 + i * 14, 520, 366 + i * 10, low - 34 - Math.abs(i - 4) * 10);
    ctx.stroke();
  }
  ctx.globalAlpha = 0.8;
  ctx.strokeStyle = light.rim;
  ctx.lineWidth = 3.6;
  ctx.beginPath();
  ctx.moveTo(476, 420);
  ctx.bezierCurveTo(482, 460, 478, 500, 462, 532);
  ctx.bezierCurveTo(456, low - 60, 440, low - 16, 414, low);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

function drawFalloff(ctx, { W, H }) {
  const fade = ctx.createLinearGradient(0, H * 0.62, 0, H);
  fade.addColorStop(0, 'rgba(0,0,0,0)');
  fade.addColorStop(1, 'rgba(0,0,0,0.5)');
  ctx.fillStyle = fade;
  ctx.fillRect(0, 0, W, H);
}
