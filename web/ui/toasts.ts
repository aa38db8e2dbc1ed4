/** Short notices at the edge of the screen: at most one is visible, a new one replaces it. */
import { create } from 'zustand';
import { uiWords } from './words.ts';

export type ToastInput = {
  title: string;
  description?: string;
  tone?: 'plain' | 'destructive';
  action?: { label: string; onSelect: () => void };
};
export type Toast = ToastInput & { id: number; isOpen: boolean };

/** How long a dismissed notice stays in the list, and how long one is shown. */
const REMOVE_DELAY_MS = 1_000_000;
export const TOAST_DURATION_MS = 5_000;
const VISIBLE = 1;

const useStored = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));
let nextId = 1;

/** Shows a notice. The handle changes or dismisses it while it is the visible one. */
export function showToast(input: ToastInput): { update: (next: ToastInput) => void; dismiss: () => void } {
  const id = nextId++;
  change((toasts) => [{ ...input, id, isOpen: true }, ...toasts].slice(0, VISIBLE));
  return {
    update: (next) =>
      change((toasts) => toasts.map((toast) => (toast.id === id ? { ...next, id, isOpen: toast.isOpen } : toast))),
    dismiss: () => dismissToast(id),
  };
}

/** Shows that something failed, with the sentence that says why. */
export function showFailure(title: string, error: unknown, fallback: string = uiWords.unknownFailure): void {
  showToast({ title, description: sentenceOf(error, fallback), tone: 'destructive' });
}

/** Marks a notice as closed; it leaves the list later. */
export function dismissToast(id: number): void {
  change((toasts) => toasts.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)));
  setTimeout(() => change((toasts) => toasts.filter((toast) => toast.id !== id)), REMOVE_DELAY_MS);
}

/** All that are not removed yet, closed ones too. */
export function listToasts(): readonly Toast[] {
  return useStored.getState().toasts;
}

export function useToasts(): readonly Toast[] {
  return useStored(({ toasts }) => toasts);
}

/**
 * What an error says to a person: its sentence, else its message. What a machine wrote for machines (the page of a proxy,
 * a reply of another shape) is nobody's sentence: the fallback stands in for it.
 */
export function sentenceOf(error: unknown, fallback: string): string {
  if (!(error instanceof Error) || isForMachines(error)) return fallback;
  const said = 'sentence' in error ? error.sentence : error.message;
  return typeof said === 'string' && said !== '' ? said : fallback;
}

/** JSON that could not be read, or was read and was something else. */
function isForMachines(error: Error): boolean {
  return error instanceof SyntaxError || error.name === 'ZodError';
}

function change(next: (toasts: readonly Toast[]) => readonly Toast[]): void {
  useStored.setState(({ toasts }) => ({ toasts: next(toasts) }));
}
