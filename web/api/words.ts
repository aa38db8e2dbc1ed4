/** Why a call failed, when the server itself didn't say. */
export const callWords = {
  unreachable: 'Couldn’t reach the server. Check your connection and try again.',
  notJson: 'The reply isn’t JSON.',
} as const;
