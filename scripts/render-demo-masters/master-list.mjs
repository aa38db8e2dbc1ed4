// What is rendered: every mood in both ratios at 720p as long as an extended clip, three of them also at 1080p.

export const moodIds = [
  'harbour-night',
  'desert-dawn',
  'forest-rain',
  'city-neon',
  'snow-peak',
  'deep-sea',
  'quiet-room',
  'summer-hill',
  'deep-space',
];
const moodsAlsoAt1080p = new Set(['harbour-night', 'desert-dawn', 'snow-peak']);
const masterFrames = 192;
const extendedFrames = 360;

/** Constant quality by mood (lower is better): busy pictures hide more, and the whole set must stay under 20 MB. */
const crfOf = {
  'harbour-night': 27,
  'desert-dawn': 28,
  'forest-rain': 31,
  'city-neon': 31,
  'snow-peak': 29,
  'deep-sea': 29,
  'quiet-room': 29,
  'summer-hill': 32,
  'deep-space': 29,
};
/** A larger picture shows less of what coding takes away. */
const extraCrfAt1080p = 2;

const forms = [
  { ratio: '16:9', resolution: '720p', width: 1280, height: 720, suffix: 'wide-720p' },
  { ratio: '9:16', resolution: '720p', width: 720, height: 1280, suffix: 'tall-720p' },
  { ratio: '16:9', resolution: '1080p', width: 1920, height: 1080, suffix: 'wide-1080p' },
  { ratio: '9:16', resolution: '1080p', width: 1080, height: 1920, suffix: 'tall-1080p' },
];

export const masters = moodIds.flatMap((mood) =>
  forms
    .filter((form) => form.resolution === '720p' || moodsAlsoAt1080p.has(mood))
    .map(({ suffix, ...form }) => ({
      ...form,
      mood,
      name: `${mood}-${suffix}`,
      frames: masterFrames,
      extendedFrames: form.resolution === '720p' ? extendedFrames : undefined,
      crf: crfOf[mood] + (form.resolution === '1080p' ? extraCrfAt1080p : 0),
      pictures: `${mood}-${form.ratio === '16:9' ? 'wide' : 'tall'}`,
      pictureWidth: form.ratio === '16:9' ? 640 : 360,
    })),
);
