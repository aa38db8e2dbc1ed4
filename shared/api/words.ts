/** Why a request is refused. What begins with "must" follows the name of the field. */
export const requestWords = {
  eachGenreOnce: 'Choose each genre only once',
  nothingToChange: 'This request changes nothing',
  pageName: 'must be the value from the previous page’s link',
  trimPoints: 'Start point must be before end point',
  email: 'Enter an e-mail address',
} as const;

export const exportWords = {
  emptyRange: 'The range must end after it starts',
} as const;
