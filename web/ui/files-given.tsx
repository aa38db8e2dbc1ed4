import { useEffect, useEffectEvent } from 'react';

type FilesGivenProps = {
  /** @param at where they were dropped; null for pasted ones */
  onFiles: (files: readonly File[], at: DragEvent | null) => void;
  /** Files are dragged here, or, null, no more. */
  onOver?: (at: DragEvent | null) => void;
  /** Parts of the page that take files of their own. */
  except?: string;
  /** Whose they are: the page's while no dialog is open, else those of the dialog that this is part of. */
  of?: 'page' | 'dialog';
};

const FIELDS = ['input', 'textarea', '[contenteditable]:not([contenteditable="false"])'].join();
const DIALOGS = ['[role="dialog"]', '[role="alertdialog"]'].join();

/**
 * Takes files that are dropped anywhere on the page, and those that are pasted. What nobody takes is refused, because the
 * browser would leave the page and open it.
 */
export function FilesGiven({ onFiles, onOver, except, of = 'page' }: FilesGivenProps) {
  const isOurs = ({ target }: Event): boolean =>
    isDialogOpen() === (of === 'dialog') &&
    !(except !== undefined && target instanceof Element && target.closest(except) !== null);
  const over = useEffectEvent((event: DragEvent): void => {
    const { dataTransfer } = event;
    if (dataTransfer?.types.includes('Files') !== true) return;
    const isTaken = isOurs(event);
    if (isTaken) dataTransfer.dropEffect = 'copy';
    // The dialog may have taken them already.
    else if (isDialogOpen() && !event.defaultPrevented) dataTransfer.dropEffect = 'none';
    event.preventDefault();
    onOver?.(isTaken ? event : null);
  });
  const drop = useEffectEvent((event: DragEvent): void => {
    onOver?.(null);
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    const isTaken = isOurs(event);
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    if (isTaken && files.length > 0) onFiles(files, event);
  });
  const leave = useEffectEvent((event: DragEvent): void => {
    if (event.relatedTarget === null) onOver?.(null);
  });
  const paste = useEffectEvent((event: ClipboardEvent): void => {
    const { target, clipboardData } = event;
    const files = [...(clipboardData?.files ?? [])];
    if (files.length === 0 || event.defaultPrevented || !isOurs(event) || isTextFor(target, clipboardData)) return;
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

function isDialogOpen(): boolean {
  return document.querySelector(DIALOGS) !== null;
}

/** Words that are copied in an editor come with a picture of them: a field takes the words. */
function isTextFor(target: EventTarget | null, data: DataTransfer | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null && data?.types.includes('text/plain') === true;
}
