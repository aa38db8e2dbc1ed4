/** Clips of other sound than the model’s: right in the export, the preview, and the server's export. */
import { sounds } from './odd-clip-cases.ts';
import { tryOddClips } from './try-odd-clips.ts';

tryOddClips(sounds);
