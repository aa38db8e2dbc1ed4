type HeldByPointer = {
  /** Whether it was this pointer that pressed. */
  isPressedBy(pointerId: number): boolean;
  isHeld(): boolean;
  /** @param isPutDown else it is given up: by Escape, or as the pointer or the window is gone */
  letGo(isPutDown: boolean): void;
};

/** Until the signal: ends what a pointer holds. */
export function followLetGo({ isPressedBy, isHeld, letGo }: HeldByPointer, signal: AbortSignal): void {
  addEventListener('pointerup', ({ pointerId }) => isPressedBy(pointerId) && letGo(true), { signal });
  addEventListener('pointercancel', () => letGo(false), { signal });
  addEventListener('blur', () => letGo(false), { signal });
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isHeld()) return;
      event.preventDefault();
      event.stopPropagation();
      letGo(false);
    },
    { capture: true, signal },
  );
}
