/** What the storyboard says on the screen. */
export const storyboardWords = {
  label: 'Storyboard',
  exportAsText: 'Export as Text',
  exported: 'Storyboard exported',
  print: 'Print Storyboard',
  empty: 'Scenes appear here after the breakdown.',
  sceneName: ({ number }: { number: number }) => `Scene ${number}`,
  scene: ({ number, title }: { number: number; title: string }) => `Scene ${number}: ${title}`,
  move: ({ number }: { number: number }) => `Move scene ${number}`,
  readMore: 'Read more',
  showLess: 'Show less',
} as const;
