/** Where lengths and sizes were formatted before shared/words; kept for the importers that still name it. */
export { formatBytes, formatDuration } from '../words/format.ts';
