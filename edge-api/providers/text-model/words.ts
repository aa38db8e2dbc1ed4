/** Why the AI gave no text. */
export const textModelWords = {
  noModel: 'No text model is available.',
  unusable: 'We couldn’t use the AI’s answers. Please try again.',
  timedOut: 'The AI took too long to answer. Please try again.',
  refused: 'The AI refused this idea. Please rephrase it.',
} as const;
