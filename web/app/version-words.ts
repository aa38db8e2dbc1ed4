/** What the app says when another version of it has arrived. */
export const versionWords = {
  label: 'New version',
  ready: 'Update ready',
  superseded: 'This tab can’t save anymore',
  supersededText:
    'A newer version of Storyreel is open in another tab. Copy what you typed here and haven’t saved, then reload.',
  noNewer: 'There’s no newer version yet',
  noNewerText: 'Your projects in this browser need one. Copy what you typed, and reload again in a few minutes.',
  reload: 'Reload',
  later: 'Later',
  exporting: 'A movie is being exported in this browser. Reload when it’s done.',
  keptInTab: 'Download the finished movie first. It’s kept only until its tab reloads.',
  failed: 'Couldn’t load the new version',
} as const;
