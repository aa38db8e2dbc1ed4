/** What is said when an edit can’t be undone from its notice. */
export const editedWords = {
  failed: 'Couldn’t undo',
  later: {
    title: 'You’ve made other edits since',
    description: 'Use Undo in the timeline or Ctrl Z: it starts with the latest edit.',
  },
} as const;
