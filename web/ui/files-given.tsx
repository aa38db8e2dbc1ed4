import { useEffect, useEffectEvent } from 'react';

type FilesGivenProps = {
  /** @param at where they were dropped; null for pasted ones */
  onFiles: (files: readonly File[], at: DragEvent | null) => void;
  /** Files are dragged here, or, null, no more. */
  onOver?: (at: DragEvent | null) => void;
  /** Parts of the page that take files of their own. */
  except?: string;
};

/** Fields and dialogs keep what is pasted there. */
const OTHERS = [
  'input',
  'textarea',
  '[contenteditable]:not([contenteditable="false"])',
  '[role="dialog"]',
  '[role="alertdialog"]',
].join();

/** Takes files that are dropped anywhere on the page, which the browser would open instead, and those that are pasted. */
export function FilesGiven({ onFiles, onOver, except }: FilesGivenProps) {
  const isOthers = (target: EventTarget | null, parts: string | undefined): boolean =>
    parts !== undefined && target instanceof Element && target.closest(parts) !== null;
  const over = useEffectEvent((event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    if (isOthers(event.target, except)) return onOver?.(null);
    event.preventDefault();
    onOver?.(event);
  });
  const drop = useEffectEvent((event: DragEvent): void => {
    onOver?.(null);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (isOthers(event.target, except) || event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    if (files.length > 0) onFiles(files, event);
  });
  const leave = useEffectEvent((event: DragEvent): void => {
    if (event.relatedTarget === null) onOver?.(null);
  });
  const paste = useEffectEvent((event: ClipboardEvent): void => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0 || event.defaultPrevented || isOthers(event.target, OTHERS)) return;
    event.preventDefault();
    onFiles(files, null);
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('dragover', (event) => over(event), { signal });
    document.addEventListener('dragleave', (event) => leave(event), { signal });
    document.addEventListener('drop', (event) => drop(event), { signal });
    document.addEventListener('paste', (event) => paste(event), { signal });
    return () => stop.abort();
  }, []);
  return null;
}
