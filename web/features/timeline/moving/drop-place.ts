/** Where dragged scenes would come to stand, and how the others make room for them. Pure. */

export type LaidScene = { sceneId: string; left: number; width: number };

export type Drop = {
  /** Scenes that stay before the dragged ones. */
  place: number;
  /** How far each scene stands from where it was, in the unit of the layout. Dragged ones stand in the gap. */
  shifts: ReadonlyMap<string, number>;
};

/**
 * @param scenes in play order, side by side
 * @param dragged ids of those that are dragged, of which there is one at least
 * @param center where the middle of the pressed scene is held now
 * @param pressed the scene that is under the pointer
 */
export function dropOf(
  scenes: readonly LaidScene[],
  dragged: ReadonlySet<string>,
  pressed: string,
  center: number,
): Drop {
  const moved = scenes.filter(({ sceneId }) => dragged.has(sceneId));
  const rest = scenes.filter(({ sceneId }) => !dragged.has(sceneId));
  const gap = widthOf(moved);
  const before = moved.slice(
    0,
    moved.findIndex(({ sceneId }) => sceneId === pressed),
  );
  const held = moved.find(({ sceneId }) => sceneId === pressed)?.width ?? 0;
  // Where the group begins if the pressed scene's middle is there; the place whose beginning is nearest takes it.
  const wanted = center - held / 2 - widthOf(before);
  let [place, start, best, nearest] = [0, 0, 0, Infinity];
  for (let index = 0; index <= rest.length; index += 1) {
    const distance = Math.abs(start - wanted);
    if (distance < nearest) [nearest, place, best] = [distance, index, start];
    start += rest[index]?.width ?? 0;
  }
  const shifts = new Map<string, number>();
  let at = 0;
  rest.forEach((scene, index) => {
    if (index === place) at += gap;
    shifts.set(scene.sceneId, at - scene.left);
    at += scene.width;
  });
  let inGap = best;
  for (const scene of moved) {
    shifts.set(scene.sceneId, inGap - scene.left);
    inGap += scene.width;
  }
  return { place, shifts };
}

/** The ids in their new order. @param order all ids as they are now @param place how many of the others come before */
export function movedTo(order: readonly string[], moved: ReadonlySet<string>, place: number): string[] {
  const rest = order.filter((id) => !moved.has(id));
  return rest.toSpliced(place, 0, ...order.filter((id) => moved.has(id)));
}

/** How many of the others come before when scenes move by one place earlier (-1) or later (1); null where they can’t. */
export function steppedPlace(order: readonly string[], moved: ReadonlySet<string>, by: 1 | -1): number | null {
  const first = order.findIndex((id) => moved.has(id));
  if (first < 0) return null;
  const place = first + by;
  return place < 0 || place > order.length - moved.size ? null : place;
}

/** The gap between scenes that is nearest to a place of the lane: where it is, and how many scenes come before it. */
export function gapAt(scenes: readonly LaidScene[], at: number): { place: number; left: number } {
  const place = scenes.filter(({ left, width }) => left + width / 2 < at).length;
  const before = scenes[place - 1];
  return { place, left: before ? before.left + before.width : 0 };
}

function widthOf(scenes: readonly LaidScene[]): number {
  return scenes.reduce((sum, { width }) => sum + width, 0);
}
