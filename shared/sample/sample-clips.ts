/**
 * The clips of the sample project, in playing order. They are static files beside the web app (public/sample), so that
 * visitors can play them on any host; `node scripts/cut-sample.mjs` cuts them from the demo masters.
 */
export const sampleClips = [
  { name: 'city-neon', sha256: 'a8e5aa8f7895e685721407b4079e89f3e43c0326d9947bad1c8c38043240c82f', sizeBytes: 510137 },
  {
    name: 'forest-rain',
    sha256: 'cdbc111137ece0adeb430f1a1a00b814f26d7a24fd4ba43839c89166a174d2e3',
    sizeBytes: 444316,
  },
  {
    name: 'desert-dawn',
    sha256: '12f736e92a56abefdac7d9cd5808c841cd47df0500d04f61822630d92bacc33e',
    sizeBytes: 316676,
  },
  { name: 'snow-peak', sha256: 'b0eaa2c90787cf0d6f09ce3f466f8513e34cc0ebee167ea92a465405f4c8ef22', sizeBytes: 370734 },
  {
    name: 'harbour-night',
    sha256: 'b164fbe71445677250a6e9379bbf4ee654913e3c292f2adc4869928bd8daa702',
    sizeBytes: 464474,
  },
] as const;

export type SampleClipName = (typeof sampleClips)[number]['name'];

export const SAMPLE_SIZE = { width: 1280, height: 720 } as const;
export const SAMPLE_FPS = { num: 24, den: 1 } as const;

/** Where the files of a clip are on the server that serves the web app. */
export function sampleFiles(name: SampleClipName): { clip: string; first: string; last: string } {
  return { clip: `/sample/${name}.mp4`, first: `/sample/${name}-first.webp`, last: `/sample/${name}-last.webp` };
}
