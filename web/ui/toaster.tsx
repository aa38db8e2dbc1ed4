import { IconButton, Portal, Theme } from '@radix-ui/themes';
import { Check, TriangleAlert, X } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type PointerEvent } from 'react';
import { followToastPlace } from './follow-toast-place.ts';
import { highContrast } from './high-contrast.ts';
import { themeDials } from './theme-dials.ts';
import { listenAroundToasts, toastRegionMark } from './toast-region.ts';
import styles from './toaster.module.css';
import { dismissToast, TOAST_DURATION_MS, useToasts, type Toast } from './toasts.ts';
import { QuietButton } from './quiet-button.tsx';
import { uiWords } from './words.ts';

const SWIPE_THRESHOLD_PX = 50;

/** The region where notices appear. F8 moves focus into it; a notice stays while focus or the pointer is on it. */
export function Toaster() {
  const open = useToasts().find((toast) => toast.isOpen);
  const region = useRef<HTMLElement>(null);
  const former = useRef<HTMLElement>(null);
  /** The notice that the pointer or the focus is on. */
  const [heldId, setHeldId] = useState<number | null>(null);
  const hold = (isHeld: boolean): void => setHeldId(isHeld ? (open?.id ?? null) : null);
  const dismiss = (id: number): void => {
    if (region.current?.contains(document.activeElement)) former.current?.focus();
    dismissToast(id);
  };
  const onF8 = useEffectEvent(() => region.current?.focus());
  const onEscape = useEffectEvent(() => open && dismiss(open.id));
  const onFocus = useEffectEvent((from: EventTarget | null) => {
    former.current = from instanceof HTMLElement ? from : null;
    hold(true);
  });
  const onBlur = useEffectEvent(() => hold(false));
  useEffect(() => listenAroundToasts({ onF8, onEscape, onFocus, onBlur }), []);
  useLayoutEffect(() => (open && region.current ? followToastPlace(region.current) : undefined), [open]);

  const card = open ? (
    <ToastCard
      key={open.id}
      toast={open}
      isHeld={heldId === open.id}
      onHold={hold}
      onDismiss={() => dismiss(open.id)}
    />
  ) : null;
  const isUrgent = open?.tone === 'destructive';
  // Above dialogs, which live in portals of their own.
  return (
    <Portal>
      <Theme {...themeDials}>
        <section
          ref={region}
          {...toastRegionMark}
          className={styles['region']}
          aria-label={uiWords.notifications}
          tabIndex={-1}
        >
          <div aria-live="polite" aria-atomic="true">
            {isUrgent ? null : card}
          </div>
          <div aria-live="assertive" aria-atomic="true">
            {isUrgent ? card : null}
          </div>
        </section>
      </Theme>
    </Portal>
  );
}

type ToastCardProps = { toast: Toast; isHeld: boolean; onHold: (isHeld: boolean) => void; onDismiss: () => void };

function ToastCard({ toast, isHeld, onHold, onDismiss }: ToastCardProps) {
  const swipe = useSwipeRight(onDismiss);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
  const { action } = toast;
  const Icon = toast.tone === 'destructive' ? TriangleAlert : Check;
  return (
    <div
      className={styles['card']}
      data-tone={toast.tone ?? 'plain'}
      style={{ translate: `${swipe.offsetPx}px 0` }}
      onMouseEnter={() => onHold(true)}
      onMouseLeave={() => onHold(false)}
      {...swipe.handlers}
    >
      <Icon size={16} aria-hidden="true" />
      <div className={styles['words']}>
        <p className={styles['title']}>{toast.title}</p>
        {toast.description ? <p className={styles['description']}>{toast.description}</p> : null}
      </div>
      {action ? (
        <QuietButton
          size="1"
          onClick={() => {
            onDismiss();
            action.onSelect();
          }}
        >
          {action.label}
        </QuietButton>
      ) : null}
      {/* Its tooltip is the browser's own: a drawn one that goes with the notice would let the next ones come at once. */}
      <IconButton
        type="button"
        variant="ghost"
        color="gray"
        size="1"
        aria-label={uiWords.dismiss}
        title={uiWords.dismiss}
        className={highContrast}
        onClick={onDismiss}
      >
        <X size={16} />
      </IconButton>
    </div>
  );
}

/** Follows a pointer to the right, and tells when it let go past the threshold. */
function useSwipeRight(onSwipe: () => void) {
  const [startX, setStartX] = useState<number | null>(null);
  const [offsetPx, setOffsetPx] = useState(0);
  const rest = (): void => {
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
      // By the event itself: the last move may not have been drawn yet.
      onPointerUp: (event: PointerEvent) => {
        if (startX !== null && event.clientX - startX >= SWIPE_THRESHOLD_PX) onSwipe();
        rest();
      },
      onPointerCancel: rest,
    },
  };
}
