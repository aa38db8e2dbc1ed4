/** How a request for a clip ended, when it ended without one. */
export const videoModelWords = {
  canceled: 'The clip was canceled at Google.',
  noBudget: 'Your Google project’s budget is used up.',
  noQuota: 'Your Google project’s quota is used up.',
  incomplete: 'The model stopped before the clip was finished.',
  failed: 'The model couldn’t generate this clip.',
  failedBecause: ({ reason }: { reason: string }) => `The model couldn’t generate this clip: ${reason}`,
  asksForMore: ({ status }: { status: string }) =>
    `The model stopped and asked for something we can’t provide (${status}).`,
  unknownPlace: 'The model generated the clip, but didn’t say where it is.',
  refusedBecause: ({ reason }: { reason: string }) => `The model refused to generate this clip: “${reason}”`,
  noClip: 'The model finished without a clip.',
  noClipHere: 'The model finished without a clip. It may not be available in your country.',
  unreachable: ({ model }: { model: string }) => `Google doesn’t offer ${model} to this API key.`,
  wrongAddress: 'Google sent us to an address outside Google for this clip.',
  redirects: 'Google kept redirecting us for this clip.',
  fileGone: 'The clip was generated, but Google no longer has the file.',
} as const;

export const demoStudioWords = {
  failed: 'The demo studio failed because the prompt says [fail].',
  refused: 'The demo studio refused because the prompt says [refuse].',
  tooLong: 'The demo studio has no clip that continues from there.',
  gone: 'This clip is no longer part of the demo studio.',
} as const;
