/** What reporting and unpublishing a public movie say. */
import { reportReasonWords } from '#shared/words/report-words.ts';

export const reportWords = {
  report: 'Report this movie…',
  unpublish: 'Unpublish',
  unpublished: 'Movie unpublished',
  unpublishFailed: 'Couldn’t unpublish the movie',
  title: 'Report this movie',
  subtitle: 'Your report goes to whoever runs this server. They don’t learn who sent it.',
  reason: 'What is wrong with it?',
  reasons: reportReasonWords,
  details: 'Details (optional)',
  send: 'Send Report',
  sent: { title: 'Report sent', description: 'Thank you. Whoever runs this server can see it now.' },
  failed: 'Couldn’t send the report',
} as const;
