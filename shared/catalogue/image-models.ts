/** The image models that portraits are asked of, in order of preference, and what a picture costs. Read on 2026-11-20. */
export const imageModels = [
  { id: 'gemini-3.1-flash-image', pricePerPictureUsd: 0.067 },
  { id: 'gemini-3.1-flash-lite-image', pricePerPictureUsd: 0.0336 },
] as const;
