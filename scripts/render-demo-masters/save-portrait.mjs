// Draws one character portrait and saves it as WebP.
import { spawnSync } from 'node:child_process';

const width = 480;
const height = 640;

export async function savePortrait(canvas, portrait, output) {
  await canvas.drawFrames({ module: 'portraits', portrait: portrait.id, width, height }, [0], async (png) => {
    const { status } = spawnSync(
      'ffmpeg',
      [
        '-v',
        'error',
        '-y',
        '-f',
        'image2pipe',
        '-c:v',
        'png',
        '-i',
        '-',
        '-c:v',
        'libwebp',
        '-quality',
        '82',
        '-compression_level',
        '6',
        output,
      ],
      { input: png, stdio: ['pipe', 'inherit', 'inherit'] },
    );
    if (status !== 0) throw new Error(`ffmpeg ended with ${status} while writing ${output}`);
  });
}
