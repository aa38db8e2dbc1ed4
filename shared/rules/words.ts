/** What forms refuse, what a generation costs, what a model leaves out, and the labels of the storyboard file. */

export const formWords = {
  missingInformation: { title: 'Missing information', message: 'Please provide both a title and description' },
  missingGenre: { title: 'Missing genre', message: 'Please select at least one genre for your project' },
  textRequired: { title: 'Text required', message: 'Please enter text for the overlay' },
  invalidDuration: { title: 'Invalid duration', message: 'Start time must be before end time' },
} as const;

export const trimWords = {
  inPoint: { title: 'Invalid trim point', message: 'Start point must be before end point' },
  outPoint: { title: 'Invalid trim point', message: 'End point must be after start point' },
} as const;

export const costWords = {
  warning: 'Video generation costs approximately $0.10-$0.40 per second; a 2-minute 8-scene video about $12-48.',
  highWarning: 'This generation will cost over $50. Please confirm you want to proceed with this expense.',
  lessThanACent: 'less than $0.01',
} as const;

/** What a model can do besides plain clips. */
export const featureNames = {
  '1080p': '1080p',
  references: 'references',
  extension: 'extension',
  interpolation: 'between frames',
} as const;

/** What was left out of a clip because its model can't do it, and why. */
export const featureNoteWords = {
  extendedAt720p: ({ model }: { model: string }) =>
    `Generated at 720p because ${model} can only extend scenes at 720p.`,
  noExtension: ({ model, clip }: { model: string; clip: string }) =>
    `Generated without its extension: ${model} can’t extend ${clip}.`,
  not1080p: ({ model, clip }: { model: string; clip: string }) =>
    `Generated at 720p because ${model} can’t generate ${clip} at 1080p.`,
  noLastFrame: {
    isExtended: 'Generated without a last frame: the scene is longer than one clip and ends with another clip.',
    needsFirstFrame:
      'Generated without a last frame: a last frame needs a first frame, so the scene has to start where the previous one ends.',
    unsupported: ({ model, clip }: { model: string; clip: string }) =>
      `Generated without a last frame: ${model} doesn’t accept one for ${clip}.`,
  },
  noReferences: ({ model, clip }: { model: string; clip: string }) =>
    `Generated without reference pictures: ${model} doesn’t accept them for ${clip}.`,
  noReferencesWithFrame: ({ model }: { model: string }) =>
    `Generated without reference pictures: ${model} doesn’t accept them together with a first frame.`,
  clip: ({ seconds, ratio }: { seconds: number; ratio: string }) => `a ${ratio} clip of ${seconds} s`,
} as const;

/** Why a scene can’t be split. */
export const splitWords = {
  ofExtension: 'Split the scene itself, not one of its extensions.',
  extended:
    'A scene with extensions can’t be split: each extension continues the one before it. Trim it or duplicate it.',
  generating: 'This scene is generating. Wait until it’s done, or stop it first.',
  noClip: 'Generate this scene before you split it.',
  atEdge: 'Move the playhead into the scene to split it there.',
} as const;

/** Why a clip can’t have the frame that it starts or ends with. */
export const frameNeighborWords = {
  noStart: ({ number }: { number: number }) =>
    `This scene starts where scene ${number} ends, and scene ${number} has no clip. Generate scene ${number} first, or give this scene its own start.`,
  noEnd: ({ number }: { number: number }) =>
    `This scene ends where scene ${number} starts, and scene ${number} has no clip. Generate scene ${number} first, or give this scene its own ending.`,
} as const;

export const storyboardFileWords = {
  heading: 'Storyboard',
  title: 'Title',
  description: 'Description',
  targetLength: 'Target length',
  genre: 'Genre',
  aspectRatio: 'Aspect ratio',
  totalDuration: 'Total duration',
  totalScenes: 'Total scenes',
  scene: ({ number, title }: { number: number; title: string }) => `Scene ${number}: ${title}`,
  duration: 'Duration',
  camera: 'Camera',
  mood: 'Mood',
  lighting: 'Lighting',
  movement: 'Movement',
  videoPrompt: 'Video prompt',
  notSet: 'Not set',
} as const;
