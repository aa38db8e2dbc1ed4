/** Clips that are turned or mirrored: right in the export, the preview, and the server's export. */
import { shapes } from './odd-clip-cases.ts';
import { tryOddClips } from './try-odd-clips.ts';

tryOddClips(shapes);
