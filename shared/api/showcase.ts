/**
 * What everybody may see of a public project. These schemas list their fields one by one: what is not here stays with the
 * owner, whatever the project and its scenes gain later.
 */
import { z } from 'zod';
import { idSchema } from '../entities/id.ts';
import { publicAudioSchema } from '../entities/movie-audio.ts';
import { projectSchema } from '../entities/project.ts';
import { sceneSchema } from '../entities/scene.ts';
import { userSchema } from '../entities/user.ts';

export const publicAuthorSchema = z.object({
  firstName: userSchema.shape.firstName,
  lastName: userSchema.shape.lastName,
  /** Our own address of the picture; null when there is none. */
  profileImageUrl: userSchema.shape.profileImageUrl,
});

export const publicProjectSchema = z.object({
  id: projectSchema.shape.id,
  title: projectSchema.shape.title,
  description: projectSchema.shape.description,
  genre: projectSchema.shape.genre,
  aspectRatio: projectSchema.shape.aspectRatio,
  totalDuration: projectSchema.shape.totalDuration,
  sceneCount: projectSchema.shape.sceneCount,
  posterUrl: projectSchema.shape.posterUrl,
  isDemo: projectSchema.shape.isDemo,
  isIndexable: projectSchema.shape.isIndexable,
  levelling: projectSchema.shape.levelling,
  createdAt: projectSchema.shape.createdAt,
  updatedAt: projectSchema.shape.updatedAt,
  user: publicAuthorSchema,
});
export type PublicProject = z.infer<typeof publicProjectSchema>;

const scene = sceneSchema.shape;

export const publicSceneSchema = z.object({
  id: scene.id,
  projectId: scene.projectId,
  sceneNumber: scene.sceneNumber,
  title: scene.title,
  description: scene.description,
  resolution: scene.resolution,
  duration: scene.duration,
  status: scene.status,
  videoUrl: scene.videoUrl,
  thumbnailUrl: scene.thumbnailUrl,
  isExtension: scene.isExtension,
  parentSceneId: scene.parentSceneId,
  extensionIndex: scene.extensionIndex,
  trimStart: scene.trimStart,
  trimEnd: scene.trimEnd,
  textOverlays: scene.textOverlays,
  metadata: scene.metadata,
  sha256: scene.sha256,
  mediaBytes: scene.mediaBytes,
  width: scene.width,
  height: scene.height,
  fps: scene.fps,
  frameCount: scene.frameCount,
  hasAudio: scene.hasAudio,
  isDemo: scene.isDemo,
  gainDb: scene.gainDb,
  muted: scene.muted,
  fadeInSeconds: scene.fadeInSeconds,
  fadeOutSeconds: scene.fadeOutSeconds,
  transition: scene.transition,
});
export type PublicScene = z.infer<typeof publicSceneSchema>;

/** The newest first. */
export const showcaseReply = z.array(publicProjectSchema);
export const showcaseProjectReply = z.object({
  project: publicProjectSchema,
  scenes: z.array(publicSceneSchema),
  audio: z.array(publicAudioSchema),
});
export type ShowcaseProject = z.infer<typeof showcaseProjectReply>;

/** A page begins after the project that the page before ended with. */
export const showcaseQuery = z.object({ after: idSchema.optional() });
