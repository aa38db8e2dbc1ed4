/** Which version is looked at. The panel may move beside the page or over it meanwhile: the dialog stays. */
import { create } from 'zustand';

export const useOpenVersion = create<{ id: string | null }>(() => ({ id: null }));

export function openVersion(id: string | null): void {
  useOpenVersion.setState({ id });
}
