/** What is said before scenes are generated: which ones, and what they need. */
import { sceneCountText } from '#widgets/words.ts';

/** The scenes that can be chosen before they are generated. */
export const choiceWords = {
  list: 'Scenes to generate',
  shortcuts: 'Choose scenes',
  pending: 'All pending',
  none: 'None',
  first: 'First scene only',
  chosen: ({ count, total }: { count: number; total: number }) => `${count} of ${sceneCountText(total)}`,
  scene: ({ number, title }: { number: number; title: string }) => `Generate scene ${number}: ${title}`,
  fromText: 'From text',
  fromTextAnd: ({ names }: { names: string }) => `From text and ${names}`,
  fromScene: ({ number }: { number: number }) => `Starts where scene ${number} ends`,
  toScene: ({ number }: { number: number }) => `Ends where scene ${number} starts`,
  between: ({ from, to }: { from: number; to: number }) => `From the end of scene ${from} to the start of scene ${to}`,
  continues: ({ seconds }: { seconds: number }) => `Continues its clip by ${seconds} s`,
  failed: ({ reason }: { reason: string }) => `Failed last time: ${reason}`,
  noClip: ({ number }: { number: number }) => `Scene ${number} has no clip.`,
  add: ({ number }: { number: number }) => `Add scene ${number}`,
  without: 'Without that frame',
  withoutFor: ({ number }: { number: number }) => `Generate scene ${number} without that frame`,
  refusals: {
    noneChosen: 'Choose at least one scene.',
    neighborMissing: ({ number, other }: { number: number; other: number }) =>
      `Scene ${number} needs a frame of scene ${other}, which has no clip. Add scene ${other}, or generate scene ${number} without that frame.`,
  },
  order: 'Scenes generate in movie order.',
  clip: ({ seconds, model }: { seconds: number; model: string }) => `${seconds} s · ${model}`,
} as const;

/** The confirmation of one scene that has no clip yet. */
export const oneSceneWords = {
  title: ({ number }: { number: number }) => `Generate scene ${number}`,
  needs: ({ number, others }: { number: number; others: string }) =>
    `Scene ${number} takes a frame of scene ${others}, which has no clip yet.`,
  how: 'What to generate',
  together: ({ scenes }: { scenes: string }) => `Scenes ${scenes}`,
  alone: ({ number }: { number: number }) => `Scene ${number} without that frame`,
  lost: ({ number }: { number: number }) =>
    `You may already have been charged for scene ${number}. To generate it again, use its card.`,
} as const;
