/** Code that may be there before it's drawn. */
import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react';

/** Fetches a part's code. */
export type FetchPart<Props> = () => Promise<{ default: ComponentType<Props> }>;
/** `load` begins to fetch it, and resolves once it's there or can't be had. */
export type EarlyLazy<Props extends object> = FunctionComponent<Props> & { load(): Promise<void> };

/**
 * Like React's `lazy`, but what has been loaded by the time it's first drawn is drawn at once. React's own always shows the
 * placeholder first, and what comes in the place of one it holds back for up to 300 ms after the last placeholder, so that
 * a page of parts within parts opens in steps of 300 ms, however fast its code is there.
 */
export function earlyLazy<Props extends object>(load: FetchPart<Props>): EarlyLazy<Props> {
  let loaded: ComponentType<Props> | null = null;
  let coming: ReturnType<FetchPart<Props>> | null = null;
  const ask: FetchPart<Props> = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const once: FetchPart<Props> = () => (coming ??= ask());
  const Later = lazy(once);
  function Part(props: Props) {
    // It stays what it was first drawn as: another type would begin anew, without its state.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Later);
    return createElement(Shown, props);
  }
  return Object.assign(Part, {
    load: () =>
      once().then(
        () => undefined,
        () => undefined,
      ),
  });
}
