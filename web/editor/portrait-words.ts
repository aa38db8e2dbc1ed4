export const portraitEditWords = {
  change: ({ name }: { name: string }) => `Change ${name}’s picture`,
} as const;
