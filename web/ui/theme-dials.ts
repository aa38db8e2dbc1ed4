/** How Radix Themes is set for the whole interface. */
export const themeDials = {
  /** Light or dark is a class of the page, set before the first paint. */
  appearance: 'inherit',
  accentColor: 'amber',
  grayColor: 'gray',
  radius: 'large',
  panelBackground: 'solid',
} as const;
