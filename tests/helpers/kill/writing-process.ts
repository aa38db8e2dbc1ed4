/** Writes a movie that takes long, in a process that a test kills: says on its output when ffmpeg encodes. */
import { P720 } from '#tests/helpers/movie-of-clips.ts';
import { serverMovie } from '#tests/helpers/server-movie.ts';

const [path = '', folder = ''] = process.argv.slice(2);
const specs = Array.from({ length: 12 }, (_, index) => ({ path, number: index + 1 }));
let hasSaid = false;
await serverMovie(
  specs,
  { ...P720, width: 3840, height: 2160, label: '4k' },
  {
    folder,
    onProgress: ({ phase, percent }) => {
      if (phase !== 'encoding' || percent < 1 || hasSaid) return;
      hasSaid = true;
      process.stdout.write('encoding\n');
    },
  },
);
