/** What a scene's edge catches on while it is dragged. Pure. */
import type { Place } from '#player/playhead.ts';
import { fpsNumber, secondsFromUs } from '#shared/movie/time.ts';
import { inPointUs, outPointUs } from '#player/playhead.ts';
import type { SoundShape } from '#shared/sound/sound-shape.ts';
import type { TrimEdge } from '#editor/trim-draft.ts';
import type { SnapTarget } from '../strip/snap.ts';
import { leftInBlock, type Block } from '../strip/timeline-layout.ts';
import type { TimelineRow } from '../strip/timeline-row.ts';
import { edgeWords as words } from '../strip-words.ts';
import { pausesIn } from './pauses.ts';

type EdgeSnapInput = {
  block: Block;
  edge: TrimEdge;
  /** Where the playhead stood before the drag moved it. */
  place: Place | null;
  overlays: TimelineRow['textOverlays'];
  /** Null while it isn't known. */
  shape: SoundShape | null;
  /** Beats of music under the scene, in seconds of the clip. */
  beats?: readonly { seconds: number; name: string }[];
  /** Where music and voice-overs begin and end, in seconds of the clip as it is played now. */
  sounds?: readonly { seconds: number; name: string }[];
};

export function edgeSnaps({
  block,
  edge,
  place,
  overlays,
  shape,
  beats = [],
  sounds = [],
}: EdgeSnapInput): SnapTarget[] {
  const scene = block.planned;
  if (scene === null) return [];
  const at = (seconds: number, met: string): SnapTarget => ({
    left: block.left + (leftInBlock(block, seconds) * block.width) / 100,
    met,
  });
  const isHere = place?.scene.sceneId === block.sceneId;
  // The frame under the playhead is played: an end comes after it.
  const shown = isHere ? (place.clipFrame + (edge === 'end' ? 1 : 0)) / fpsNumber(scene.clip.fps) : null;
  const own = edge === 'start' ? inPointUs(scene) : outPointUs(scene);
  return [
    ...(shown === null ? [] : [at(shown, words.playhead)]),
    at(secondsFromUs(own), words.formerEdge),
    ...overlays.flatMap(({ startTime, endTime, text }) => [
      at(startTime, words.textStart({ text })),
      at(endTime, words.textEnd({ text })),
    ]),
    ...beats.map(({ seconds, name }) => at(seconds, words.beat({ name }))),
    ...block.segments.slice(1).map(({ startSeconds }) => at(startSeconds, words.extension)),
    // They stay where they are in the movie, and so do the scene's pictures only while its end is dragged.
    ...(edge === 'end' ? sounds : [])
      .filter(({ seconds }) => seconds > 0 && seconds < block.seconds)
      .map(({ seconds, name }) => at(seconds, words.sound({ name }))),
    ...(shape ? pausesIn(shape) : []).flatMap(({ startSeconds, endSeconds }) => [
      at(startSeconds, words.pause),
      at(endSeconds, words.pause),
    ]),
  ];
}
