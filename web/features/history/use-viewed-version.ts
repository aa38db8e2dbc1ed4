import { useSearchParams } from 'react-router-dom';

const NAME = 'version';

/** The id of the version that is looked at in place of the project as it is; part of the address, so Back leads to now. */
export function useViewedVersion(): string | null {
  const [params] = useSearchParams();
  return params.get(NAME);
}

/** An address's parameters with another version to look at. */
export function withViewedVersion(params: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (id === null) next.delete(NAME);
  else next.set(NAME, id);
  return next;
}
