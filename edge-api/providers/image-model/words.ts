/** Why a character's picture was not drawn. */
export const imageModelWords = {
  noModel: 'No image model is available.',
  refused: ({ name }: { name: string }) =>
    `The model refused to draw ${name}. Please describe the character differently.`,
  timedOut: 'The pictures took too long. Please try again.',
} as const;
