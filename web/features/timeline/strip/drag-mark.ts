/** The line through all lanes where a drag is, and the tip over it. */
import { createStore } from 'zustand/vanilla';

export type DragMark = {
  /** Percent of the lane. */
  left: number;
  tip: string;
  /** Whether it has caught on something. */
  isSnapped: boolean;
};

/** Null while nothing is dragged. */
export const dragMark = createStore<{ mark: DragMark | null }>(() => ({ mark: null }));

export function showMark(mark: DragMark): void {
  dragMark.setState({ mark });
}

export function hideMark(): void {
  if (dragMark.getState().mark !== null) dragMark.setState({ mark: null });
}
