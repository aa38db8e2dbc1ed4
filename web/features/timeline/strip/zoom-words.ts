/** What the zoom of the lanes and the overview say. */

export const zoomWords = {
  fit: 'Fit',
  /** @param key empty where the command has none */
  fitTip: ({ key }: { key: string }) => `Show the whole movie${key === '' ? '' : ` (${key.replaceAll('+', ' ')})`}`,
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  percent: ({ percent }: { percent: number }) => `${percent}%`,
  isWhole: 'The whole movie is in view',
  overview: 'Overview',
  overviewTip: ({ length }: { length: string }) =>
    `The whole movie, ${length}. Drag to move along it; drag an edge to zoom.`,
  framed: ({ from, to }: { from: string; to: string }) => `From ${from} to ${to}`,
  isClosest: 'You can’t zoom in any closer',
} as const;
