/** Replies that several parts of the API give. */
import { missingWords } from '#shared/words/product-words.ts';

export const replyWords = {
  signIn: 'Please sign in.',
  projectNotFound: missingWords.project,
  sceneNotFound: missingWords.scene,
  nothingHere: 'Nothing found at this address.',
  internal: 'Something went wrong on our side. Please try again.',
} as const;
