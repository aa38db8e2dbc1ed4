/** The new project's form: plain data and the steps that change it. */
import { z } from 'zod';
import type { CreateProjectRequest } from '#shared/api/projects.ts';
import { genreIdSchema, type GenreId } from '#shared/catalogue/genres.ts';
import {
  aspectRatioSchema,
  DEFAULT_ASPECT_RATIO,
  DEFAULT_MODEL,
  modelIdSchema,
  modelRow,
  models,
  type ModelId,
} from '#shared/catalogue/models.ts';
import type { ModelReach } from '#shared/api/models.ts';
import { limits } from '#shared/limits.ts';

export const projectFormSchema = z.object({
  title: z.string(),
  description: z.string(),
  genres: z.array(genreIdSchema).readonly(),
  /** Seconds. */
  targetLength: z.number(),
  /** Null until the person chooses one. Until then, the first model that their key can use. */
  model: modelIdSchema.nullable(),
  aspectRatio: aspectRatioSchema,
});
export type ProjectForm = z.infer<typeof projectFormSchema>;

export const emptyProjectForm: ProjectForm = {
  title: '',
  description: '',
  genres: [],
  targetLength: limits.targetLengthDefaultSeconds,
  model: null,
  aspectRatio: DEFAULT_ASPECT_RATIO,
};

/** Adds or removes a genre. A sixth is ignored. */
export function toggleGenre(form: ProjectForm, id: GenreId): ProjectForm {
  if (form.genres.includes(id)) return { ...form, genres: form.genres.filter((other) => other !== id) };
  return form.genres.length < limits.genresPerProject ? { ...form, genres: [...form.genres, id] } : form;
}

/** Adds suggested genres after the chosen ones, each once, up to the limit. */
export function addGenres(form: ProjectForm, suggested: readonly GenreId[]): ProjectForm {
  const genres = [...new Set([...form.genres, ...suggested])].slice(0, limits.genresPerProject);
  return { ...form, genres };
}

/** Chooses a model. A ratio that it can't make becomes its first one. */
export function chooseModel(form: ProjectForm, model: ModelId): ProjectForm {
  const { aspectRatios } = modelRow(model);
  const aspectRatio = aspectRatios.includes(form.aspectRatio)
    ? form.aspectRatio
    : (aspectRatios[0] ?? DEFAULT_ASPECT_RATIO);
  return { ...form, model, aspectRatio };
}

/** The form's model: the chosen one, else the first in the catalogue that the key can use. */
export function effectiveModel(form: ProjectForm, reach: readonly ModelReach[] | undefined): ModelId {
  if (form.model !== null) return form.model;
  return models.find((row) => reach?.find((other) => other.id === row.id)?.reachable)?.id ?? DEFAULT_MODEL;
}

/** What is sent, with texts trimmed. */
export function requestOf(form: ProjectForm, model: ModelId): CreateProjectRequest {
  const { title, description, genres, targetLength, aspectRatio } = form;
  return {
    title: title.trim(),
    description: description.trim(),
    genres: [...genres],
    targetLength,
    model,
    aspectRatio,
  };
}
