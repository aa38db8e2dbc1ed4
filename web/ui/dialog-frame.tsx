import { Dialog } from '@radix-ui/themes';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './dialog-frame.module.css';
import { keepClearMark } from './follow-toast-place.ts';
import { IconAction } from './icon-action.tsx';
import { uiWords } from './words.ts';

type DialogFrameProps = {
  title: string;
  /** A line below the title. */
  subtitle?: ReactNode;
  /** Pixels; phones always get a sheet over the full width. */
  width: number;
  /** `side`: at the right edge and as high as the window, for what accompanies the page. */
  place?: 'middle' | 'side';
  onClose: () => void;
  footer: ReactNode;
  children: ReactNode;
};

/** A dialog with a title, a scrolling body and a footer that stays in view. It is open while it is rendered. */
export function DialogFrame({ title, subtitle, width, place = 'middle', onClose, footer, children }: DialogFrameProps) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Content
        maxWidth={`${width}px`}
        className={styles['content'] ?? ''}
        data-place={place}
        aria-describedby={undefined}
        onOpenAutoFocus={focusWanted}
        onCloseAutoFocus={giveFocusBack}
      >
        <header className={styles['head']}>
          <div className={styles['title']}>
            <Dialog.Title size="5" mb="0" trim="normal">
              {title}
            </Dialog.Title>
            {subtitle === undefined ? null : <p>{subtitle}</p>}
          </div>
          <IconAction label={uiWords.close} onClick={onClose}>
            <X size={16} />
          </IconAction>
        </header>
        <DialogBody title={title}>{children}</DialogBody>
        {footer ? (
          <footer className={styles['foot']} {...keepClearMark}>
            {footer}
          </footer>
        ) : null}
      </Dialog.Content>
    </Dialog.Root>
  );
}

/** Scrolls when it is too long; then the keyboard can reach it even if it holds no control. */
function DialogBody({ title, children }: Pick<DialogFrameProps, 'title' | 'children'>) {
  const body = useRef<HTMLDivElement>(null);
  const [isTooLong, setIsTooLong] = useState(false);
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setIsTooLong(element.scrollHeight > element.clientHeight));
    for (const watched of [element, ...element.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={body} className={styles['body']} {...(isTooLong && { role: 'group', 'aria-label': title, tabIndex: 0 })}>
      {children}
    </div>
  );
}

/** What opened the dialog. A dialog that replaces another keeps the opener of the first. */
let opener: HTMLElement | null = null;

/** Focuses what is marked with `data-autofocus`, else the dialog itself: focus on Close would open its tooltip. */
function focusWanted(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement !== document.body) opener = activeElement;
  const wanted = dialog.querySelector('[data-autofocus]');
  event.preventDefault();
  (wanted instanceof HTMLElement ? wanted : dialog).focus();
}

/** Returns focus to the opener, unless the next dialog already has it. */
function giveFocusBack(event: Event): void {
  event.preventDefault();
  if (document.activeElement === document.body) opener?.focus();
}
