/** What the Project Visibility card says. */
import { failureTitles } from '#shared/words/product-words.ts';

export const visibilityWords = {
  title: 'Project Visibility',
  toggle: 'Public',
  isPublic: 'Public: anyone can watch it in the Showcase.',
  isPrivate: 'Private: only you can open it.',
  offline: 'You can change this when you’re back online.',
  /** Of a change that the server refused. */
  without: ({ label }: { label: string }) =>
    `“${label}” couldn’t be saved, so others don’t see it. Select “Needs you” at the top of the page to fix that.`,
  shownNow:
    'Others see your name and picture and the movie’s title, description, genre, scenes, clips, and text. They never see your email address, key, prompts, or costs.',
  shownThen:
    'If you make it public, others see your name and picture and the movie’s title, description, genre, scenes, clips, and text. They never see your email address, key, prompts, or costs.',
  engines: 'Let search engines list it',
  enginesHint: 'Search engines may show it, with its title and description.',
  enginesOff: 'Only people who get its link or browse the Showcase find it.',
  copyLink: 'Copy link',
  viewPage: 'View public page',
  updated: 'Visibility updated',
  nowPublic: 'Anyone can now watch it in the Showcase.',
  nowPrivate: 'Now only you can open it.',
  nowListed: 'Search engines can now list it.',
  nowUnlisted: 'Search engines are now asked not to list it. They may take a while to remove it.',
  failed: failureTitles.updateVisibility,
  linkCopied: 'Link copied',
  copyFailed: 'Couldn’t copy the link',
} as const;
