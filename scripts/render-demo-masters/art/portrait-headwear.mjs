// Hair, hats and helmets of the portraits: what lies behind the head, and what lies before it.
import { mixHex } from './mix-hex.mjs';
import { drawGlasses, drawGoggles, drawHeadphones } from './portrait-extras.mjs';
import { fillPath, strokePath } from './svg-path.mjs';

/** Parts behind the neck and face. */
export function drawHeadBack(ctx, portrait, light) {
  behind[portrait.head]?.(ctx, portrait, light);
}

/** Parts over the face. */
export function drawHeadFront(ctx, portrait, light) {
  before[portrait.head]?.(ctx, portrait, light);
  if (portrait.extra === 'glasses') drawGlasses(ctx, light);
  if (portrait.extra === 'goggles') drawGoggles(ctx, light);
  if (portrait.extra === 'headphones') drawHeadphones(ctx, light);
}

/** Shade at the left, light at the right. */
function tone(ctx, [dark, lit], from = 250, to = 500) {
  const fill = ctx.createLinearGradient(from, 0, to, 0);
  fill.addColorStop(0, mixHex(dark, '#000000', 0.2));
  fill.addColorStop(0.5, mixHex(dark, lit, 0.28));
  fill.addColorStop(0.85, mixHex(dark, lit, 0.8));
  fill.addColorStop(1, lit);
  return fill;
}

function drawStrands(ctx, colour, strands, alpha = 0.3) {
  for (const strand of strands) strokePath(ctx, colour, 3, strand, alpha);
}

const behind = {
  headscarf(ctx, { cloth }) {
    fillPath(ctx, tone(ctx, cloth, 200, 520), 'M250 340 C230 470 236 600 190 720 L520 720 C500 600 500 470 486 320');
  },
  hood(ctx, { cloth }) {
    fillPath(
      ctx,
      mixHex(cloth[0], '#000000', 0.45),
      'M222 420 C210 250 300 168 390 170 C490 172 540 270 520 420 C516 520 500 600 480 640 L270 640 C240 560 226 500 222 420',
    );
  },
  swept(ctx, { hair }) {
    fillPath(ctx, tone(ctx, hair), 'M264 330 C236 420 244 520 250 580 L320 600 L330 480 L300 330');
  },
  afro(ctx, { hair }, light) {
    ctx.fillStyle = tone(ctx, hair, 200, 560);
    const curls = Array.from({ length: 34 }, (_, i) => [Math.PI * (0.86 + (i / 33) * 1.34), i]);
    ctx.beginPath();
    ctx.ellipse(372, 320, 152, 150, 0, 0, 7);
    ctx.fill();
    for (const [angle, i] of curls) {
      const x = 372 + Math.cos(angle) * (146 + (i % 3) * 9);
      const y = 322 + Math.sin(angle) * (142 + ((i * 5) % 4) * 8);
      ctx.beginPath();
      ctx.arc(x, y, 27 + (i % 4) * 4, 0, 7);
      ctx.fill();
    }
    strokePath(ctx, light.rim, 4, 'M498 226 Q560 300 532 410', 0.7);
  },
  braid(ctx, { hair }, light) {
    ctx.fillStyle = tone(ctx, hair, 240, 420);
    for (let i = 0; i < 8; i++) {
      ctx.beginPath();
      ctx.ellipse(
        282 - 18 * Math.sin(i * 0.5) + (i % 2 ? 9 : -9),
        520 + i * 42,
        32 - i * 1.4,
        30,
        i % 2 ? 0.6 : -0.6,
        0,
        7,
      );
      ctx.fill();
    }
    fillPath(ctx, tone(ctx, hair), 'M270 330 Q244 440 252 520 L300 560 L340 500 L300 330');
    strokePath(ctx, light.fill, 3, 'M250 420 Q246 490 262 530', 0.4);
  },
  crown(ctx, { hair }) {
    fillPath(ctx, tone(ctx, hair, 230, 540), 'M268 320 C226 420 250 560 204 700 L320 720 L350 560 L300 330');
    fillPath(ctx, tone(ctx, hair, 430, 540), 'M470 300 C500 420 486 560 530 690 L450 700 L440 520 L460 320');
  },
  bun(ctx, { hair }, light) {
    ctx.fillStyle = tone(ctx, hair, 230, 420);
    ctx.beginPath();
    ctx.ellipse(300, 222, 66, 60, -0.4, 0, 7);
    ctx.fill();
    strokePath(ctx, light.rim, 3.6, 'M300 164 Q342 172 360 208', 0.8);
    drawStrands(ctx, hair[1], ['M262 200 Q300 190 340 226', 'M256 222 Q296 214 330 246'], 0.45);
    fillPath(ctx, tone(ctx, hair), 'M272 330 Q256 420 282 480 L330 500 L330 360');
  },
  helmet(ctx) {
    ctx.fillStyle = '#123a4a';
    ctx.fillRect(270, 520, 208, 130);
  },
};

const capOfHair = 'M276 392 C262 300 284 238 352 216 C420 196 478 232 484 306';

const before = {
  captain(ctx, { hair, cloth }, light) {
    fillPath(ctx, tone(ctx, hair, 250, 420), 'M276 402 Q262 330 288 286 L330 290 Q318 340 312 390 L298 410');
    fillPath(
      ctx,
      tone(ctx, ['#c9c6bd', '#ffffff'], 230, 520),
      'M250 262 Q222 214 262 176 C330 142 440 148 512 196 Q534 220 500 262 Q380 300 250 262',
    );
    fillPath(ctx, tone(ctx, cloth, 240, 520), 'M262 250 Q380 286 498 248 L492 304 Q380 332 270 306');
    fillPath(ctx, '#0a0e16', 'M322 312 Q420 330 494 296 Q540 318 532 338 Q450 352 322 312');
    strokePath(ctx, '#e2b758', 6, 'M300 304 Q400 326 492 294');
    ctx.fillStyle = '#f0cc74';
    ctx.beginPath();
    ctx.arc(430, 276, 17, 0, 7);
    ctx.fill();
    strokePath(ctx, '#8a5c1c', 3.4, 'M430 266 L430 287 L421 281');
    strokePath(ctx, light.rim, 4, 'M430 160 Q490 172 514 200 Q526 220 502 256', 0.9);
  },
  headscarf(ctx, { cloth }, light) {
    fillPath(
      ctx,
      tone(ctx, cloth, 230, 510),
      'M256 420 C228 300 270 206 372 196 C470 190 512 262 494 330 Q440 276 360 280 Q318 330 312 420 Q322 500 372 544 Q330 620 250 640 L240 520',
    );
    drawStrands(
      ctx,
      mixHex(cloth[1], '#ffffff', 0.3),
      [
        'M270 300 Q310 226 400 212',
        'M262 360 Q284 272 380 240',
        'M270 440 Q280 330 340 276',
        'M284 520 Q286 440 300 400',
      ],
      0.4,
    );
    strokePath(ctx, light.rim, 5, 'M400 197 Q470 200 502 262 Q504 300 494 330', 0.9);
    ctx.fillStyle = '#ffd98a';
    for (let i = 0; i < 7; i++) {
      ctx.beginPath();
      ctx.arc(330 + i * 25, 287 + 10 * Math.abs(i - 2) * 0.5, 4.5, 0, 7);
      ctx.fill();
    }
  },
  hood(ctx, { cloth, hair }, light) {
    fillPath(ctx, tone(ctx, hair), 'M290 420 Q280 320 318 268 Q372 240 440 262 Q392 280 350 310 Q322 350 318 430');
    fillPath(
      ctx,
      tone(ctx, cloth, 210, 540),
      'M222 420 C200 246 290 158 392 160 C500 162 556 262 530 420 C526 520 506 600 486 640 L452 590 Q500 500 502 420 C508 300 462 222 392 222 C310 222 268 310 274 420 C280 520 322 580 344 620 L270 650 Q232 560 222 420',
    );
    drawStrands(ctx, mixHex(cloth[0], '#000000', 0.5), ['M246 430 Q236 290 300 210', 'M262 540 Q240 470 250 420'], 0.5);
    strokePath(ctx, light.rim, 5, 'M420 162 Q520 176 548 290 Q548 400 530 470', 0.9);
    ctx.fillStyle = 'rgba(255,255,255,0.75)';
    for (const [x, y] of [
      [470, 196],
      [516, 262],
      [300, 200],
      [536, 350],
      [250, 300],
      [420, 176],
    ]) {
      ctx.beginPath();
      ctx.ellipse(x, y, 3, 5, 0.3, 0, 7);
      ctx.fill();
    }
  },
  undercut(ctx, { hair }, light) {
    fillPath(ctx, mixHex(hair[0], hair[1], 0.3), 'M280 400 Q272 320 292 276 L336 270 Q322 330 312 392');
    fillPath(
      ctx,
      tone(ctx, hair, 270, 520),
      'M286 300 Q270 200 370 168 Q480 156 520 232 Q522 262 500 292 Q470 250 430 268 Q360 290 320 276 Q300 284 286 300',
    );
    drawStrands(
      ctx,
      '#ff6fb8',
      ['M330 236 Q400 190 500 226', 'M340 256 Q410 214 508 252', 'M350 220 Q420 176 480 200'],
      0.45,
    );
    strokePath(ctx, light.rim, 5, 'M400 166 Q484 164 518 232', 0.9);
  },
  beanie(ctx, { cloth, hair }, light) {
    fillPath(ctx, tone(ctx, hair), 'M276 430 Q258 340 290 300 L330 306 Q310 370 312 440 L296 470');
    fillPath(
      ctx,
      tone(ctx, ['#8a2a1c', '#ee7a3c'], 250, 500),
      'M264 300 Q258 190 372 176 Q484 172 494 290 Q380 320 264 300',
    );
    fillPath(ctx, tone(ctx, ['#7a2418', '#f48c4c'], 250, 500), 'M256 286 Q380 316 500 276 L502 326 Q380 362 260 336');
    for (let i = 0; i < 12; i++)
      strokePath(
        ctx,
        '#5a160f',
        3,
        [
          [270 + i * 20, 296 + 14 * Math.sin((i / 11) * 3.14)],
          [271 + i * 20, 336 + 14 * Math.sin((i / 11) * 3.14)],
        ],
        0.4,
      );
    ctx.fillStyle = cloth[1];
    for (let i = 0; i < 16; i++) {
      ctx.beginPath();
      ctx.arc(374 + Math.cos(i * 2.4) * 20, 168 + Math.sin(i * 2.4) * 17, 15, 0, 7);
      ctx.fill();
    }
    strokePath(ctx, light.rim, 4.5, 'M430 188 Q482 212 492 276', 0.9);
  },
  helmet: drawDivingHelmet,
  swept(ctx, { hair }, light) {
    fillPath(
      ctx,
      tone(ctx, hair),
      'M274 420 C246 300 290 222 372 206 C450 196 486 250 482 300 Q452 262 420 266 Q352 280 322 330 Q308 380 304 440',
    );
    drawStrands(
      ctx,
      '#ffffff',
      ['M290 340 Q310 250 400 226', 'M284 380 Q296 290 370 246', 'M330 300 Q370 246 450 240'],
      0.35,
    );
    strokePath(ctx, light.rim, 4, 'M420 206 Q480 230 482 296', 0.9);
  },
  afro(ctx, { hair }) {
    ctx.fillStyle = tone(ctx, hair, 260, 520);
    for (let i = 0; i < 9; i++) {
      ctx.beginPath();
      ctx.arc(288 + i * 25, 268 - 30 * Math.sin((i / 8) * Math.PI) + (i % 2) * 8, 27, 0, 7);
      ctx.fill();
    }
    for (let i = 0; i < 4; i++) {
      ctx.beginPath();
      ctx.arc(278 + (i % 2) * 8, 300 + i * 32, 25, 0, 7);
      ctx.fill();
    }
  },
  fedora(ctx, { cloth }, light) {
    fillPath(ctx, '#15161c', 'M276 400 Q268 330 300 300 L332 306 Q314 360 308 400');
    const felt = tone(ctx, [mixHex(cloth[0], '#000000', 0.3), mixHex(cloth[1], '#8a8078', 0.4)], 240, 540);
    fillPath(
      ctx,
      felt,
      'M278 292 Q272 190 312 160 Q350 138 386 168 Q430 136 466 166 Q492 200 488 284 Q380 316 278 292',
    );
    fillPath(ctx, '#0b0c11', 'M276 262 Q380 292 489 254 L489 290 Q380 322 276 298');
    fillPath(
      ctx,
      felt,
      'M200 300 Q280 262 300 286 Q380 312 470 280 Q540 262 566 306 Q480 352 372 346 Q270 344 200 300',
    );
    fillPath(ctx, 'rgba(6,8,14,0.5)', 'M284 340 Q370 352 478 336 L474 368 Q380 372 288 372');
    strokePath(ctx, light.rim, 4.5, 'M440 150 Q486 172 488 254', 0.9);
    strokePath(ctx, light.rim, 4, 'M500 276 Q548 278 566 306 Q520 336 470 342', 0.8);
  },
  braid(ctx, { hair }, light) {
    fillPath(ctx, tone(ctx, hair), `${capOfHair} Q470 262 436 258 Q390 300 330 318 Q306 350 300 440 Q284 430 276 392`);
    drawStrands(
      ctx,
      mixHex(hair[1], '#ffffff', 0.25),
      ['M290 360 Q296 270 400 232', 'M300 330 Q330 262 440 246', 'M284 400 Q280 320 330 266'],
      0.4,
    );
    strokePath(ctx, light.rim, 4, 'M420 210 Q474 230 484 300', 0.9);
    ctx.fillStyle = '#e8e4d0';
    for (const [x, y] of [
      [330, 262],
      [352, 246],
      [314, 284],
    ]) {
      for (let petal = 0; petal < 5; petal++) {
        ctx.beginPath();
        ctx.arc(x + Math.cos(petal * 1.26) * 6, y + Math.sin(petal * 1.26) * 6, 5, 0, 7);
        ctx.fill();
      }
    }
  },
  crown(ctx, { hair }, light) {
    fillPath(ctx, tone(ctx, hair), `${capOfHair} Q470 268 420 254 Q378 270 344 330 Q316 390 304 460 Q284 430 276 392`);
    fillPath(ctx, tone(ctx, hair), 'M420 252 Q470 262 482 300 Q490 360 486 420 Q470 360 462 320 Q446 280 420 252');
    drawStrands(ctx, '#7484b4', ['M290 370 Q300 280 390 240', 'M298 420 Q310 320 380 262'], 0.5);
    const ice = ctx.createLinearGradient(0, 90, 0, 250);
    ice.addColorStop(0, '#ffffff');
    ice.addColorStop(0.5, '#bfe2ff');
    ice.addColorStop(1, '#6f9fdc');
    fillPath(
      ctx,
      ice,
      'M286 268 L272 176 L310 214 L322 128 L352 196 L388 92 L412 190 L448 118 L456 204 L492 160 L484 258 Q380 214 286 268',
    );
    strokePath(ctx, '#ffffff', 3, 'M388 92 L388 222', 0.7);
    strokePath(ctx, '#ffffff', 3, 'M322 128 L334 240', 0.5);
    strokePath(ctx, '#ffffff', 3, 'M448 118 L440 226', 0.5);
    strokePath(ctx, light.rim, 4, 'M448 118 L456 204 L492 160 L484 258', 0.9);
  },
  bun(ctx, { hair }, light) {
    fillPath(ctx, tone(ctx, hair), `${capOfHair} Q466 258 430 258 Q370 262 330 312 Q312 360 306 420 Q284 420 276 392`);
    drawStrands(
      ctx,
      hair[1],
      ['M290 330 Q330 250 420 228', 'M288 300 Q320 240 380 218', 'M300 370 Q330 280 440 246'],
      0.6,
    );
    strokePath(ctx, light.rim, 4.4, 'M400 207 Q474 222 484 300', 0.9);
    strokePath(ctx, '#e8b04c', 5, 'M308 440 Q304 452 310 462');
  },
};

function drawDivingHelmet(ctx, _, light) {
  const brass = ctx.createRadialGradient(450, 300, 20, 374, 400, 230);
  brass.addColorStop(0, '#fbe2a0');
  brass.addColorStop(0.3, '#cf9c48');
  brass.addColorStop(0.7, '#7a5420');
  brass.addColorStop(1, '#2a2416');
  ctx.fillStyle = brass;
  ctx.beginPath();
  ctx.ellipse(374, 404, 190, 206, 0, 0, 7);
  ctx.fill();
  const port = (x, y, rx, ry) => {
    ctx.fillStyle = '#3a2810';
    ctx.beginPath();
    ctx.ellipse(x, y, rx + 22, ry + 22, 0, 0, 7);
    ctx.fill();
    ctx.strokeStyle = '#d8a855';
    ctx.lineWidth = 9;
    ctx.stroke();
    const glass = ctx.createLinearGradient(x - rx, y - ry, x + rx, y + ry);
    glass.addColorStop(0, '#041722');
    glass.addColorStop(0.55, '#0d4258');
    glass.addColorStop(1, '#2f93a4');
    ctx.fillStyle = glass;
    ctx.beginPath();
    ctx.ellipse(x, y, rx, ry, 0, 0, 7);
    ctx.fill();
  };
  port(404, 404, 92, 100);
  port(226, 410, 14, 52);
  ctx.save();
  ctx.beginPath();
  ctx.ellipse(404, 404, 92, 100, 0, 0, 7);
  ctx.clip();
  fillPath(ctx, 'rgba(160,240,230,0.22)', 'M300 520 L390 290 L430 290 L350 520');
  fillPath(ctx, 'rgba(160,240,230,0.13)', 'M372 520 L450 290 L466 290 L396 520');
  fillPath(ctx, 'rgba(2,20,32,0.75)', 'M300 520 Q330 462 380 470 Q430 440 470 474 Q500 480 510 520');
  ctx.restore();
  strokePath(ctx, '#ffffff', 9, 'M446 346 Q472 376 472 420', 0.55);
  for (let i = 0; i < 12; i++) {
    ctx.fillStyle = '#f4d890';
    ctx.beginPath();
    ctx.arc(404 + Math.cos(i * 0.5236) * 104, 404 + Math.sin(i * 0.5236) * 112, 5, 0, 7);
    ctx.fill();
  }
  ctx.fillStyle = brass;
  ctx.beginPath();
  ctx.roundRect(338, 178, 70, 36, 9);
  ctx.fill();
  strokePath(ctx, light.rim, 5, 'M440 212 Q556 268 562 404 Q558 500 514 546', 0.8);
}
