/** Says in one sentence what has changed between two states of a movie, whoever changed it. Pure. */
import type { Scene } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { FPS_24, fpsNumber, frameTimeUs } from '#shared/movie/time.ts';
import { isSameText } from '#shared/rules/text-changes.ts';
import { playedFrames } from '#shared/rules/trims.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { timecode } from '../transport/timecode.ts';
import { changeWords as words } from './list-words.ts';

/** What is heard of a scene when it changes. */
export type SpokenScene = Pick<
  Scene,
  | 'id'
  | 'sceneNumber'
  | 'title'
  | 'isExtension'
  | 'frameCount'
  | 'fps'
  | 'trimStart'
  | 'trimEnd'
  | 'gainDb'
  | 'muted'
  | 'fadeInSeconds'
  | 'fadeOutSeconds'
  | 'transition'
  | 'textOverlays'
>;

/**
 * Null where nothing has changed that is worth a sentence.
 * @param selectedId where two scenes have changed places, the one that is meant
 */
export function spokenChange(
  before: readonly SpokenScene[],
  after: readonly SpokenScene[],
  selectedId: string | null = null,
): string | null {
  const [former, present] = [inOrder(before), inOrder(after)];
  return comeOrGone(former, present) ?? newOrder(former, present, selectedId) ?? changedValue(former, present);
}

function inOrder(scenes: readonly SpokenScene[]): SpokenScene[] {
  return scenes.filter(({ isExtension }) => !isExtension).toSorted((a, b) => a.sceneNumber - b.sceneNumber);
}

function comeOrGone(former: readonly SpokenScene[], present: readonly SpokenScene[]): string | null {
  const come = present.find(({ id }) => former.every((scene) => scene.id !== id));
  if (come) return words.added(named(come));
  const gone = former.find(({ id }) => present.every((scene) => scene.id !== id));
  return gone ? words.removed(named(gone)) : null;
}

/** The one scene without which both orders are alike has moved; several may have. */
function newOrder(
  former: readonly SpokenScene[],
  present: readonly SpokenScene[],
  selectedId: string | null,
): string | null {
  const ids = (scenes: readonly SpokenScene[], without?: string): string[] =>
    scenes.map(({ id }) => id).filter((id) => id !== without);
  if (sameValue(ids(former), ids(present))) return null;
  const places = new Map(former.map(({ id }, index) => [id, index]));
  const candidates = present
    .map((scene, index) => ({ scene, by: Math.abs(index - (places.get(scene.id) ?? index)) }))
    .toSorted((a, b) => b.by - a.by || Number(b.scene.id === selectedId) - Number(a.scene.id === selectedId));
  const moved = candidates.find(({ scene }) => sameValue(ids(former, scene.id), ids(present, scene.id)));
  return moved ? words.moved({ ...named(moved.scene), total: present.length }) : words.reordered;
}

function changedValue(former: readonly SpokenScene[], present: readonly SpokenScene[]): string | null {
  const was = new Map(former.map((scene) => [scene.id, scene]));
  const changed = present.flatMap((scene, index) => {
    const one = was.get(scene.id);
    return one && !sameValue(one, scene) ? [{ one, scene, next: present[index + 1] ?? null }] : [];
  });
  const joins = changed.filter(({ one, scene }) => !sameValue(one.transition, scene.transition));
  if (joins.length > 1) return words.allJoined({ count: joins.length });
  for (const { one, scene, next } of changed) {
    const said = sceneChange(one, scene, next);
    if (said !== null) return said;
  }
  return null;
}

function sceneChange(one: SpokenScene, scene: SpokenScene, next: SpokenScene | null): string | null {
  const { sceneNumber: number, transition } = scene;
  if (one.trimStart !== scene.trimStart || one.trimEnd !== scene.trimEnd) return trimmed(scene);
  if (one.muted !== scene.muted) return words.muted({ number, isMuted: scene.muted });
  if (one.gainDb !== scene.gainDb) return words.volume({ number, db: scene.gainDb });
  if (one.fadeInSeconds !== scene.fadeInSeconds || one.fadeOutSeconds !== scene.fadeOutSeconds)
    return words.fades({ number, fadeIn: scene.fadeInSeconds, fadeOut: scene.fadeOutSeconds });
  if (!sameValue(one.transition, transition))
    return words.joined({ number, next: next?.sceneNumber ?? number + 1, transition });
  return textChange(one.textOverlays, scene.textOverlays, number);
}

function trimmed({ sceneNumber: number, frameCount, fps, trimStart, trimEnd }: SpokenScene): string | null {
  if (frameCount === null) return null;
  const rate = fps ?? FPS_24;
  const { start, end } = playedFrames(frameCount, rate, trimStart, trimEnd);
  const at = (frame: number): string => timecode(frameTimeUs(frame, rate), rate);
  return words.trimmed({ number, from: at(start), to: at(end), seconds: (end - start) / fpsNumber(rate) });
}

function textChange(former: readonly TextOverlay[], present: readonly TextOverlay[], number: number): string | null {
  const come = present.find((text) => former.every((one) => !isSameText(one, text)));
  const gone = former.find((text) => present.every((one) => !isSameText(one, text)));
  if (come && !gone) return words.textAdded({ text: come.text, number });
  if (gone && !come) return words.textRemoved({ text: gone.text, number });
  // Texts from before there were ids are known by what they say: one that has changed is another.
  const pairs = come && gone ? [{ one: gone, text: come }] : pairsOf(former, present);
  // A text that is saved for the first time gets an id, which is no change.
  const changed = pairs.find(({ one, text }) => !sameValue({ ...one, id: null }, { ...text, id: null }));
  if (!changed) return null;
  const { one, text } = changed;
  const { startTime: from, endTime: to } = text;
  return one.startTime !== from || one.endTime !== to
    ? words.textTimed({ text: text.text, number, from, to })
    : words.textChanged({ text: text.text, number });
}

function pairsOf(former: readonly TextOverlay[], present: readonly TextOverlay[]) {
  return present.flatMap((text) => {
    const one = former.find((other) => isSameText(other, text));
    return one ? [{ one, text }] : [];
  });
}

function named({ sceneNumber: number, title }: SpokenScene): { number: number; title: string } {
  return { number, title };
}
