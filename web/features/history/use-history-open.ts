import { useSearchParams } from 'react-router-dom';

const NAME = 'panel';
const VALUE = 'history';

/** Whether the history stands beside the tabs; it is part of the address, so that a notice can lead there. */
export function useHistoryOpen(): [boolean, (isOpen: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const show = (isOpen: boolean): void =>
    setParams(
      // The address itself: React may not have heard of its latest change yet.
      () => withHistory(new URLSearchParams(location.search), isOpen),
      { replace: true },
    );
  return [params.get(NAME) === VALUE, show];
}

/** An address's parameters with the history open or not. */
export function withHistory(params: URLSearchParams, isOpen: boolean): URLSearchParams {
  const next = new URLSearchParams(params);
  if (isOpen) next.set(NAME, VALUE);
  else next.delete(NAME);
  return next;
}

/** The address of a project with its history open; where the project is open already, the tab stays. */
export function historyAddress(projectId: string, { pathname, search }: { pathname: string; search: string }): string {
  const path = `/project/${projectId}`;
  const params = new URLSearchParams(pathname === path ? search : '');
  params.set(NAME, VALUE);
  return `${path}?${params.toString()}`;
}
