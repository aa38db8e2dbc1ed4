// Draws single moments as PNG files, for looking at while the art is worked on.
// Usage: node preview-stills.mjs <folder> <mood> <width>x<height> <seconds,seconds,…>
import { writeFileSync } from 'node:fs';
import { openBrowserCanvas } from './browser-canvas.mjs';

const [folder, module, size, list] = process.argv.slice(2);
const [width, height] = size.split('x').map(Number);
const times = list.split(',').map(Number);
const canvas = await openBrowserCanvas();
try {
  let index = 0;
  await canvas.drawFrames({ module, width, height }, times, async (png) => {
    writeFileSync(`${folder}/${module}-${size}-${times[index++]}.png`, png);
  });
} finally {
  await canvas.close();
}
