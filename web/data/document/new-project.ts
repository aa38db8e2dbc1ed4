/** A project as it is before the server has seen it. A version of 0 means that it never has. */
import type { CreateProjectRequest } from '#shared/api/projects.ts';
import { genreLabels } from '#shared/catalogue/genres.ts';
import type { Project } from '#shared/entities/project.ts';

/** @param at milliseconds since the epoch */
export function newProject(userId: string, body: CreateProjectRequest & { id: string }, at: number): Project {
  return {
    id: body.id,
    userId,
    title: body.title,
    description: body.description,
    status: 'draft',
    isPublic: false,
    isIndexable: false,
    genre: genreLabels(body.genres),
    genres: body.genres,
    targetLength: body.targetLength,
    model: body.model,
    aspectRatio: body.aspectRatio,
    totalDuration: null,
    characterReferences: [],
    sceneCount: 0,
    posterUrl: null,
    isDemo: false,
    breakdownStatus: null,
    breakdownError: null,
    audio: [],
    levelling: false,
    version: 0,
    createdAt: at,
    updatedAt: at,
  };
}
