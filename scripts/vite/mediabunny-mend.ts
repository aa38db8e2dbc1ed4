/**
 * Mends mediabunny's search for the next element of a damaged Matroska or WebM file: with exactly as many bytes left before
 * the segment's end as it needs to read one number, it neither moves on nor gives up, and the worker hangs for good.
 * A version without that line fails the build: then this goes.
 */
import type { Plugin } from 'vite';

const FAULTY = 'if (slice.length < MAX_VAR_INT_SIZE)';
const MENDED = 'if (slice.length <= MAX_VAR_INT_SIZE)';

export function mediabunnyMend(): Plugin {
  return {
    name: 'mediabunny-mend',
    transform: {
      filter: { id: /mediabunny\/dist\/modules\/src\/matroska\/ebml\.js/ },
      handler(code) {
        if (code.split(FAULTY).length !== 2) this.error('mediabunny no longer has the line that is mended here.');
        return { code: code.replace(FAULTY, MENDED), map: null };
      },
    },
  };
}
