/** What several parts say of reports; not in the words of all, which every page loads. */

/** Why a public movie is reported, as visitors choose it and operators read it. */
export const reportReasonWords = {
  illegal: 'Illegal content',
  sexual: 'Sexual content',
  violent: 'Violence',
  hateful: 'Hate or harassment',
  copyright: 'It uses someone else’s work',
  privacy: 'It shows someone who didn’t agree',
  spam: 'Spam or advertising',
  other: 'Something else',
} as const;
