/** Clips of other colors than the model’s: right in the export, the preview, and the server's export. */
import { colors } from './odd-clip-cases.ts';
import { tryOddClips } from './try-odd-clips.ts';

tryOddClips(colors);
