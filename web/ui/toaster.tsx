import { Portal, Theme } from '@radix-ui/themes';
import { Check, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { IconAction } from './icon-action.tsx';
import styles from './toaster.module.css';
import { dismissToast, TOAST_DURATION_MS, useToasts, type Toast } from './toasts.ts';
import { QuietButton } from './quiet-button.tsx';

const SWIPE_THRESHOLD_PX = 50;

/** The region that notices appear in. F8 moves the focus into it. */
export function Toaster() {
  const open = useToasts().filter((toast) => toast.isOpen);
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const focusRegion = (event: KeyboardEvent): void => {
      if (event.key === 'F8') region.current?.focus();
    };
    addEventListener('keydown', focusRegion);
    return () => removeEventListener('keydown', focusRegion);
  }, []);
  // Above dialogs, which live in portals of their own.
  return (
    <Portal>
      <Theme>
        <section ref={region} className={styles['region']} aria-label="Notifications (F8)" tabIndex={-1}>
          <div aria-live="polite" aria-atomic="true">
            {open
              .filter((toast) => toast.tone !== 'destructive')
              .map((toast) => (
                <ToastCard key={toast.id} toast={toast} />
              ))}
          </div>
          <div aria-live="assertive" aria-atomic="true">
            {open
              .filter((toast) => toast.tone === 'destructive')
              .map((toast) => (
                <ToastCard key={toast.id} toast={toast} />
              ))}
          </div>
        </section>
      </Theme>
    </Portal>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false);
  const swipe = useSwipeRight(() => dismissToast(toast.id));
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
  const { action } = toast;
  return (
    <div
      className={styles['card']}
      data-tone={toast.tone ?? 'plain'}
      style={{ translate: `${swipe.offsetPx}px 0` }}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      {...swipe.handlers}
    >
      {toast.tone === 'destructive' ? (
        <TriangleAlert size={16} aria-hidden="true" />
      ) : (
        <Check size={16} aria-hidden="true" />
      )}
      <div className={styles['words']}>
        <p className={styles['title']}>{toast.title}</p>
        {toast.description ? <p className={styles['description']}>{toast.description}</p> : null}
      </div>
      {action ? (
        <QuietButton
          size="1"
          onClick={() => {
            dismissToast(toast.id);
            action.onSelect();
          }}
        >
          {action.label}
        </QuietButton>
      ) : null}
      <IconAction label="Dismiss" size="1" onClick={() => dismissToast(toast.id)}>
        <X size={16} />
      </IconAction>
    </div>
  );
}

/** Follows a pointer to the right, and tells when it let go past the threshold. */
function useSwipeRight(onSwipe: () => void) {
  const [startX, setStartX] = useState<number | null>(null);
  const [offsetPx, setOffsetPx] = useState(0);
  const end = (): void => {
    if (offsetPx >= SWIPE_THRESHOLD_PX) onSwipe();
    setStartX(null);
    setOffsetPx(0);
  };
  return {
    offsetPx,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.target instanceof Element && event.target.closest('button')) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setStartX(event.clientX);
      },
      onPointerMove: (event: PointerEvent) => {
        if (startX !== null) setOffsetPx(Math.max(0, event.clientX - startX));
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}
