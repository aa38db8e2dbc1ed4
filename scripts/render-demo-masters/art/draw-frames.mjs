// Runs in the page: draws one moment of a mood, or one portrait, and answers it as an encoded picture.
import { drawDemoBadge } from './demo-badge.mjs';
import { createStage } from './stage.mjs';

/**
 * `job` is {module, portrait?, width, height, type}; `type` is the picture's MIME type.
 * Answers a function from seconds to the picture in base64.
 */
export async function prepareFrames(job) {
  await loadBadgeFont();
  const canvas = document.createElement('canvas');
  canvas.width = job.width;
  canvas.height = job.height;
  const ctx = canvas.getContext('2d', { willReadFrequently: true });
  const art = await import(`/${job.module}.mjs`);
  const stage = createStage(job.width, job.height);
  const draw = job.portrait === undefined ? art.createScene(stage) : art.createPortrait(stage, job.portrait);
  return (seconds) => {
    ctx.setTransform(stage.scale, 0, 0, stage.scale, 0, 0);
    draw(ctx, seconds);
    if (job.portrait === undefined) drawDemoBadge(ctx, stage);
    return canvas.toDataURL(job.type, 0.98).split(',')[1];
  };
}

async function loadBadgeFont() {
  const face = new FontFace('Badge Sans', 'url(/badge-font.woff2)', { weight: '100 900' });
  document.fonts.add(await face.load());
}
