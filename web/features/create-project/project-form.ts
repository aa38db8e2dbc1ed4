/** The new project's form: plain data and the steps that change it. */
import type { CreateProjectRequest } from '#shared/api/projects.ts';
import type { GenreId } from '#shared/catalogue/genres.ts';
import {
  DEFAULT_ASPECT_RATIO,
  DEFAULT_MODEL,
  modelRow,
  models,
  type AspectRatio,
  type ModelId,
} from '#shared/catalogue/models.ts';
import type { ModelReach } from '#shared/api/models.ts';
import { limits } from '#shared/limits.ts';

export type ProjectForm = {
  title: string;
  description: string;
  genres: readonly GenreId[];
  /** Seconds. */
  targetLength: number;
  /** Null until the person chooses one: then it is the first that their key reaches. */
  model: ModelId | null;
  aspectRatio: AspectRatio;
};

export const emptyProjectForm: ProjectForm = {
  title: '',
  description: '',
  genres: [],
  targetLength: limits.targetLengthDefaultSeconds,
  model: null,
  aspectRatio: DEFAULT_ASPECT_RATIO,
};

/** Adds a genre, or takes it out. A sixth is ignored. */
export function toggleGenre(form: ProjectForm, id: GenreId): ProjectForm {
  if (form.genres.includes(id)) return { ...form, genres: form.genres.filter((other) => other !== id) };
  return form.genres.length < limits.genresPerProject ? { ...form, genres: [...form.genres, id] } : form;
}

/** Chooses a model; a ratio that it can't make becomes its first. */
export function chooseModel(form: ProjectForm, model: ModelId): ProjectForm {
  const { aspectRatios } = modelRow(model);
  const aspectRatio = aspectRatios.includes(form.aspectRatio)
    ? form.aspectRatio
    : (aspectRatios[0] ?? DEFAULT_ASPECT_RATIO);
  return { ...form, model, aspectRatio };
}

/** The model that the form stands for: the chosen one, else the first in the catalogue that the key reaches. */
export function effectiveModel(form: ProjectForm, reach: readonly ModelReach[] | undefined): ModelId {
  if (form.model !== null) return form.model;
  return models.find((row) => reach?.find((other) => other.id === row.id)?.reachable)?.id ?? DEFAULT_MODEL;
}

/** What is sent; the words are trimmed. */
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
