import type { Scene } from '#shared/entities/scene.ts';

/** What the timeline draws of a scene. A public project's scenes have it too. */
export type TimelineRow = Pick<
  Scene,
  | 'id'
  | 'sceneNumber'
  | 'title'
  | 'duration'
  | 'status'
  | 'thumbnailUrl'
  | 'isExtension'
  | 'parentSceneId'
  | 'extensionIndex'
  | 'textOverlays'
>;
