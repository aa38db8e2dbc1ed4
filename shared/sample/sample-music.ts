/** The music under the sample’s whole movie: a static file like its clips, which the same script composes. */
export const sampleMusic = {
  sha256: '9ce5376da4be4211f1ba39026f2733fd44ed6f3dd297f629c3436ade937f9a2c',
  sizeBytes: 453184,
  path: '/sample/music.m4a',
  type: 'audio/mp4',
  facts: { codec: 'mp4a.40.2', sampleRate: 48_000, channels: 2, durationSeconds: 37 },
} as const;
