/** What several parts of the editor and the server say alike of clips, joins, and movies. */

/** How one scene goes over into the next. */
export const joinNames = { cut: 'Cut', crossfade: 'Crossfade', 'fade-black': 'Fade through black' } as const;

/** A clip that is generated once more, or couldn’t be. */
export const clipWords = {
  queued: 'Queued',
  failed: 'Couldn’t generate this clip.',
  again: 'Generate again',
  extendBy: ({ seconds }: { seconds: number }) => `Extend by ${seconds} s`,
  againMayCharge: 'Generate again (may be charged twice)',
} as const;

export const costText = ({ amount }: { amount: string }): string => `about ${amount}`;

export const improveWords = {
  button: 'Improve Prompt',
  done: { title: 'Description improved', description: 'AI has enhanced your prompt with Veo best practices' },
  unchanged: { title: 'No changes', description: 'The AI had nothing to add to this description.' },
  failed: 'Error improving description',
} as const;

export const unreachableModel = 'Your key can’t use this model.';

/** What the file says of itself, to players and to whoever looks. */
export const movieWords = {
  tool: 'Storyreel',
  madeWithAi: 'Made with AI: the pictures and the sound of this movie were generated.',
} as const;
