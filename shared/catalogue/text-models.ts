/** The text models that breakdowns and rewrites are asked of, in order of preference. Read on 2026-11-20. */
export const textModelIds = ['gemini-3.8-flash', 'gemini-3.5-flash-lite', 'gemini-flash-latest'] as const;
