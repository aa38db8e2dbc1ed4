/** What the button says that opens the export, apart from the dialog's words, which come with the dialog. */
export const exportButtonWords = {
  title: 'Export Movie',
  refusals: {
    noScenes: 'No completed scenes available. Generate videos first.',
    unavailable: 'Video export system is not available',
  },
} as const;
