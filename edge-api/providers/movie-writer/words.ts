/** Why the server can't write a movie, and what its receipt names. */
type OfScene = { number: number };

export const writerWords = {
  noFfmpeg:
    'This server has no ffmpeg, so it can’t write movies. Install ffmpeg (on Debian or Ubuntu: apt install ffmpeg) and start the server again.',
  broken: ({ detail }: { detail: string }) => `The server’s ffmpeg doesn’t run: ${detail}`,
  noEncoder: ({ encoders }: { encoders: string }) =>
    `The server’s ffmpeg can’t encode with ${encoders}. Install an ffmpeg that can.`,
  noEncoderFor: ({ format }: { format: 'mp4' | 'webm' }) =>
    format === 'webm'
      ? 'The server’s ffmpeg can’t write WebM movies, because it lacks libvpx-vp9 or libopus. Choose MP4.'
      : 'The server’s ffmpeg can’t write MP4 movies, because it lacks libx264 or an AAC encoder. Choose WebM.',
  nothing: 'No completed scenes available. Generate videos first.',
  away: ({ number }: OfScene) =>
    `The server doesn’t have the clip of scene ${number}. Generate or add that clip again, then export again.`,
  unreadable: ({ number }: OfScene) =>
    `The server can’t read the clip of scene ${number}. Generate or add that clip again, then export again.`,
  undecodable: ({ number, codec }: OfScene & { codec: string | null }) =>
    `The server can’t decode the clip of scene ${number}${codec === null ? '' : `, which is ${codec}`}. Generate or add that clip again, then export again.`,
  wideColor: ({ number }: OfScene) =>
    `The clip of scene ${number} is HDR or wide gamut, which the server’s ffmpeg can’t convert because it lacks zscale. Install an ffmpeg with libzimg, or export in your browser.`,
  undecodableSound: ({ number, codec }: OfScene & { codec: string }) =>
    `The sound of scene ${number} is ${codec}, which the server can’t decode. Mute that scene, then export again.`,
  music: ({ name }: { name: string }) =>
    `The server can’t read “${name}”. Replace or remove it on the timeline, then export again.`,
  text: ({ number }: OfScene) => `The server can’t draw the text of scene ${number}. Export again.`,
  diskFull:
    'The server’s disk is full, so it removed the unfinished movie. Free up space on the server, then export again.',
  encoder: 'The server’s video encoder stopped. Export again. If it stops again, choose a smaller size.',
  soundEncoder: 'The server’s sound encoder stopped. Export again.',
  unverified: 'The finished file didn’t pass its check, so the server removed it. Export again.',
  ffmpeg: ({ version }: { version: string }) => `ffmpeg ${version}`,
  withoutFfmpeg: 'the server, without ffmpeg',
  aac: 'AAC, ffmpeg',
  opus: 'Opus, libopus',
} as const;
