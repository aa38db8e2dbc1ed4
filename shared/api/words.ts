/** Why a request is refused. What begins with "must" follows the name of the field. */
export const requestWords = {
  eachGenreOnce: 'Choose each genre only once',
  nothingToChange: 'This request changes nothing',
  pageName: 'must be the value from the previous page’s link',
  projectIds: ({ most }: { most: number }) => `must be at most ${most} ids of projects, separated by commas`,
  describe: 'Describe the scene',
  ownClip: 'must name a file of your own, for a scene that plays one and for no other',
  trimPoints: 'Start point must be before end point',
  time: 'must be a time in milliseconds',
  day: 'must be a day, such as 2026-11-22',
  email: 'Enter an e-mail address',
} as const;

export const exportWords = {
  emptyRange: 'The range must end after it starts',
} as const;
