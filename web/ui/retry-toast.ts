/** Notices of failures that the person can answer by trying again. */
import { showFailure, showToast } from './toasts.ts';
import { uiWords } from './words.ts';

/** As `showFailure`; where the error says that another try may go well, the notice offers one. */
export function showFailureOrRetry(title: string, error: unknown, onRetry: () => void, fallback?: string): void {
  if (!canRetry(error)) return showFailure(title, error, fallback);
  showToast({
    title,
    description: error.message,
    tone: 'destructive',
    action: { label: uiWords.retry, onSelect: onRetry },
  });
}

function canRetry(error: unknown): error is Error {
  return error instanceof Error && 'canRetry' in error && error.canRetry === true;
}
