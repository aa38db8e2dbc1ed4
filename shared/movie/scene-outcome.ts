/** How many scenes of a movie are copied and how many encoded: one count for what is planned and for what was done. */

/** A run of frames that is made one way. */
export type MadeStretch = {
  kind: 'copy' | 'encode';
  sceneNumber: number;
  /** Of a crossfade: the scene that comes. */
  nextSceneNumber?: number | undefined;
};

export type SceneOutcome = { copiedScenes: number; encodedScenes: number };

/** A scene counts as encoded when any of its pictures is; those of a crossfade are pictures of both scenes. */
export function sceneOutcome(stretches: readonly MadeStretch[]): SceneOutcome {
  const all = new Set(stretches.flatMap(scenesOf));
  const encoded = new Set(stretches.filter(({ kind }) => kind === 'encode').flatMap(scenesOf));
  return { copiedScenes: all.size - encoded.size, encodedScenes: encoded.size };
}

/** The numbers of the scenes that a stretch shows. */
export function scenesOf({
  sceneNumber,
  nextSceneNumber,
}: Pick<MadeStretch, 'sceneNumber' | 'nextSceneNumber'>): number[] {
  return nextSceneNumber === undefined ? [sceneNumber] : [sceneNumber, nextSceneNumber];
}
