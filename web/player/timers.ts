/** Timers by name: one that is set again is set anew. Whoever creates them cancels them. */
export function createTimers<Name extends string>() {
  const timers = new Map<Name, ReturnType<typeof setTimeout>>();
  return {
    after(name: Name, ms: number, then: () => void): void {
      clearTimeout(timers.get(name));
      timers.set(name, setTimeout(then, ms));
    },
    cancel: (name: Name): void => clearTimeout(timers.get(name)),
    cancelAll(): void {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
