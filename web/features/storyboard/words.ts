/** What the storyboard says on the screen. */
import { sceneNames } from '#shared/words/product-words.ts';

export const storyboardWords = {
  label: 'Storyboard',
  exportAsText: 'Export as Text',
  exported: 'Storyboard exported',
  print: 'Print Storyboard',
  empty: 'Scenes appear here after the breakdown.',
  sceneName: sceneNames.numbered,
  scene: sceneNames.titled,
  move: sceneNames.move,
  readMore: 'Read more',
  showLess: 'Show less',
} as const;
