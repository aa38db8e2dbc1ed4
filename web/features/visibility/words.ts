/** What the Project Visibility card says. */
import { failureTitles } from '#shared/words/product-words.ts';

export const visibilityWords = {
  title: 'Project Visibility',
  toggle: 'Public',
  isPublic: 'Public: anyone can watch it in the Showcase.',
  isPrivate: 'Private: only you can open it.',
  offline: 'You can change this when you’re back online.',
  shownNow:
    'Others see your name and picture and the movie’s title, description, genre, scenes, clips, and text. They never see your email address, key, prompts, or costs.',
  shownThen:
    'If you make it public, others see your name and picture and the movie’s title, description, genre, scenes, clips, and text. They never see your email address, key, prompts, or costs.',
  copyLink: 'Copy link',
  viewPage: 'View public page',
  updated: 'Visibility updated',
  nowPublic: 'Anyone can now watch it in the Showcase.',
  nowPrivate: 'Now only you can open it.',
  failed: failureTitles.updateVisibility,
  linkCopied: 'Link copied',
  copyFailed: 'Couldn’t copy the link',
} as const;
