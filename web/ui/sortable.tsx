import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type DraggableAttributes,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core';
import { arrayMove, rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { createContext, use, useState, type PointerEvent, type ReactNode } from 'react';
import styles from './sortable.module.css';
import { announcementsFor } from './sortable-announcements.ts';
import { sortableWords } from './words.ts';

/** How far an arrow key moves the item. */
const KEYBOARD_STEP_PX = 25;
/** A press that moves less than this counts as a click. */
const POINTER_START_PX = 6;

export type SortableEntry = {
  id: string;
  /** What a screen reader calls it while it moves: "Scene 3". */
  name: string;
};

type SortableProps = {
  entries: readonly SortableEntry[];
  /** Positions count from 0. Resolves to false when the order stays as it was. */
  onMove: (from: number, to: number) => Promise<boolean>;
  /** Draws the list: a `SortableItem` for each id, in the order given. */
  children: (order: readonly string[]) => ReactNode;
};

/** A list or grid that a person reorders by pointer or keyboard. */
export function Sortable({ entries, onMove, children }: SortableProps) {
  const ids = entries.map(({ id }) => id);
  const [dropped, setDropped] = useState<Dropped | null>(null);
  if (dropped !== null && !isSameOrder(dropped.from, ids)) setDropped(null);
  const order = dropped === null ? ids : dropped.to;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: POINTER_START_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: stepBy, scrollBehavior: 'auto' }),
  );
  const drop = async ({ active, over }: DragEndEvent): Promise<void> => {
    const from = order.indexOf(String(active.id));
    const to = over === null ? from : order.indexOf(String(over.id));
    if (from === to) return;
    setDropped({ from: ids, to: arrayMove([...order], from, to) });
    if (!(await onMove(from, to))) setDropped(null);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcementsFor(
          order,
          (id) => entries.find((entry) => entry.id === id)?.name ?? sortableWords.unnamed,
        ),
        screenReaderInstructions: { draggable: sortableWords.instructions },
      }}
      onDragEnd={(event) => void drop(event)}
    >
      <SortableContext items={[...order]} strategy={rectSortingStrategy}>
        {children(order)}
      </SortableContext>
    </DndContext>
  );
}

/** The order shown from the drop until the rows have it. */
type Dropped = { from: readonly string[]; to: readonly string[] };

function isSameOrder(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id, place) => id === others[place]);
}

const stepBy: KeyboardCoordinateGetter = (event, { currentCoordinates: { x, y } }) => {
  switch (event.code) {
    case 'ArrowRight':
      return { x: x + KEYBOARD_STEP_PX, y };
    case 'ArrowLeft':
      return { x: x - KEYBOARD_STEP_PX, y };
    case 'ArrowDown':
      return { x, y: y + KEYBOARD_STEP_PX };
    case 'ArrowUp':
      return { x, y: y - KEYBOARD_STEP_PX };
    default:
      return undefined;
  }
};

type Handle = {
  attributes: DraggableAttributes;
  listeners: ReturnType<typeof useSortable>['listeners'];
  setNode: (node: HTMLElement | null) => void;
};

const HandleContext = createContext<Handle | null>(null);

/** One item of the list. A `DragHandle` inside moves it. */
export function SortableItem({ id, children }: { id: string; children: ReactNode }) {
  const sortable = useSortable({ id, transition: { duration: 200, easing: 'ease-out' } });
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = sortable;
  return (
    <li
      ref={setNodeRef}
      className={styles['item']}
      data-dragging={isDragging}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <HandleContext value={{ attributes, listeners, setNode: setActivatorNodeRef }}>{children}</HandleContext>
    </li>
  );
}

type DragHandleProps = { label: string; className?: string; children: ReactNode };

/** The button that picks an item up, by mouse, touch, or keyboard. A finger anywhere else scrolls. */
export function DragHandle({ label, className = '', children }: DragHandleProps) {
  const { attributes, listeners, setNode } = useHandle();
  return (
    <button
      ref={setNode}
      type="button"
      {...attributes}
      {...listeners}
      aria-label={label}
      className={`${styles['handle']} ${className}`}
    >
      {children}
    </button>
  );
}

/** Lets a mouse pick an item up by any part of it. A finger scrolls there and uses the handle. */
export function useMouseGrab(): { onPointerDown: (event: PointerEvent) => void } {
  const { listeners } = useHandle();
  return {
    onPointerDown: (event) => {
      if (event.pointerType === 'mouse') listeners?.['onPointerDown']?.(event);
    },
  };
}

function useHandle(): Handle {
  const handle = use(HandleContext);
  if (handle === null) throw new Error('A handle has to be inside a SortableItem.');
  return handle;
}
