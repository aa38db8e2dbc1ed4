/**
 * The characters of a movie: described once by the text model, drawn once by the image model, the same in every prompt.
 */
import { mediaUrl } from '#shared/api/media.ts';
import { genreLabels } from '#shared/catalogue/genres.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Project } from '#shared/entities/project.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Statement } from '#edge-api/db/client.ts';
import type { Deps } from '../deps.ts';
import type { CharacterSketch } from '#edge-api/providers/text-model/port.ts';
import type { ImageModel, PortraitOutcome } from '#edge-api/providers/image-model/port.ts';
import { hideOtherPictures, showPicture, type StoredPicture } from '#edge-api/repos/pictures.ts';
import { expectUnchanged, updateProjectEdit, type ProjectRecord } from '#edge-api/repos/projects.ts';
import { keptProject } from './kept-replies.ts';
import { askOnce, type AskDeps } from './ask-once.ts';
import { requireVersion, type ChangeCall, type ChangePlan } from './change-once.ts';
import { remembered } from './history.ts';
import { requireApiKey } from './key-vault.ts';
import { requireRoomForBytes } from './quotas.ts';
import { dropUnnamedBlobs } from './held-store.ts';
import { pictureType } from './picture-type.ts';
import { ownProject, viewOf, type OwnProject } from './project-view.ts';
import { payForTokens } from './pay-for-tokens.ts';
import { reserve, settlement, type Reservation } from './spending.ts';
import { characterWords } from './words.ts';

type CharacterDeps = AskDeps &
  Pick<Deps, 'keySecrets' | 'config' | 'log' | 'textModelFor' | 'imageModelFor' | 'mediaStore' | 'quotas'>;

const WORDS_TIMEOUT_MS = 60_000;
export const PICTURES_TIMEOUT_MS = 120_000;
/** Includes the work before, between, and after. */
const LONGEST_MS = WORDS_TIMEOUT_MS + PICTURES_TIMEOUT_MS + 30_000;

type Drawn = CharacterSketch & { picture: StoredPicture | null };

/** New characters, the project version they were made for, and what they cost. */
type Made = { version: number; characters: Drawn[]; settled: Statement };

/** How many are wanted in all, and whether those that are there stay. */
export type WantedCharacters = { maxCharacters: number; keep: boolean };

/**
 * Puts new characters in the place of a project's old ones, or adds to them; that is an edit, and its version counts it.
 * A character whose picture was refused comes without one. Where the movie has nobody else, nothing is added.
 * @throws AppError `not_found`, `version_conflict` with the project, also when it was edited while the AI was drawing;
 *   `already_generating`, `no_api_key`, `spending_cap`, what the models throw, and what the pictures failed of when there
 *   is none at all
 */
export async function generateCharacters(
  deps: CharacterDeps,
  call: ChangeCall,
  projectId: string,
  wanted: WantedCharacters,
): Promise<Project> {
  const done: { made: Made | null } = { made: null };
  try {
    return await askOnce(deps, call, { reply: keptProject, longestMs: LONGEST_MS }, async () => {
      const own = await ownProject(deps, call.userId, projectId);
      requireVersion({ ifMatch: done.made?.version ?? call.ifMatch }, own.project, 'project');
      done.made ??= await makeCharacters(deps, call, own, wanted);
      return replacement(deps, call, own, { ...done.made, keep: wanted.keep });
    });
  } catch (error) {
    if (done.made !== null)
      await giveUp(
        deps,
        done.made.settled,
        done.made.characters.map(({ picture }) => picture),
      );
    throw error;
  }
}

/** Drawn pictures are paid for even if they go unused; nobody holds these. */
async function giveUp(
  deps: CharacterDeps,
  settled: Statement,
  pictures: readonly (StoredPicture | null)[],
): Promise<void> {
  await deps.db.batch([settled], 'write');
  await dropUnnamedBlobs(
    deps,
    pictures.flatMap((picture) => picture?.sha256 ?? []),
  );
}

function replacement(
  deps: CharacterDeps,
  call: ChangeCall,
  own: OwnProject,
  { characters, settled, keep }: Made & Pick<WantedCharacters, 'keep'>,
): ChangePlan<Project> {
  const nowMs = deps.now();
  if (keep && characters.length === 0) return { statements: [settled], reply: own.project };
  const record: ProjectRecord = {
    ...own.record,
    characterReferences: [
      ...(keep ? own.record.characterReferences : []),
      ...characters.map((character) => referenceOf(deps, character, nowMs)),
    ],
    version: own.record.version + 1,
    updatedAt: nowMs,
  };
  const pictures = characters.flatMap(({ picture }) => picture ?? []);
  return {
    statements: [
      expectUnchanged(record.id, own.revision),
      updateProjectEdit(record),
      ...pictures.flatMap((picture) => showPicture(record, picture, nowMs)),
      hideOtherPictures(record.id, shownPictures(record)),
      settled,
      ...remembered(deps, call, record.id, { kind: 'make-characters', scene: null, version: record.version }),
    ],
    reply: viewOf(record, own.scenes),
  };
}

async function makeCharacters(
  deps: CharacterDeps,
  call: ChangeCall,
  own: OwnProject,
  { maxCharacters, keep }: WantedCharacters,
): Promise<Made> {
  const { id: projectId, userId, version, characterReferences } = own.record;
  const known = keep ? characterReferences : [];
  const atMost = maxCharacters - known.length;
  if (atMost < 1) throw new AppError('invalid_input', characterWords.allThere);
  const apiKey = await requireApiKey(deps, userId);
  await requireRoomForBytes(deps, userId);
  const model = deps.imageModelFor(apiKey);
  // Reserved before the first request, so that of several calls at once only one pays.
  const reservation = await reserve(deps, {
    userId,
    projectId,
    work: `characters/${projectId}`,
    model: model.name,
    priceUsd: model.pricePerPictureUsd * atMost,
    callKey: call.key,
  });
  const sketches = await describeAll(deps, { own, apiKey, known, atMost, reservation });
  const { outcomes, settled } = await drawAll(deps, model, sketches, reservation);
  const pictures = await storePictures(deps, outcomes, settled);
  const characters = sketches.map((sketch, index) => ({ ...sketch, picture: pictures[index] ?? null }));
  return { version, characters, settled };
}

type Describing = {
  own: OwnProject;
  apiKey: string;
  known: readonly CharacterSketch[];
  atMost: number;
  reservation: Reservation;
};

/** If there are no descriptions, nothing is drawn and its reservation is refunded. */
async function describeAll(
  deps: CharacterDeps,
  { own, apiKey, known, atMost, reservation }: Describing,
): Promise<CharacterSketch[]> {
  const { id: projectId, userId, title, description, genres } = own.record;
  const request = {
    title,
    description,
    genreLabels: genres.map((id) => genreLabels([id])),
    scenes: own.scenes.filter((scene) => !scene.isExtension),
    known: known.map(({ name, description: looks }) => ({ name, description: looks })),
    atMost,
  };
  const asking = { signal: AbortSignal.timeout(WORDS_TIMEOUT_MS), pay: payForTokens(deps, { userId, projectId }) };
  try {
    return await deps.textModelFor(apiKey).describeCharacters(request, asking);
  } catch (error) {
    await deps.db.batch([settlement(deps, reservation, 0)], 'write');
    throw error;
  }
}

/** Stores all pictures, or none when one of them can't be stored. */
async function storePictures(
  deps: CharacterDeps,
  outcomes: readonly PortraitOutcome[],
  settled: Statement,
): Promise<(StoredPicture | null)[]> {
  const puts = await Promise.allSettled(outcomes.map((outcome) => storePicture(deps, outcome)));
  const pictures = puts.map((put) => (put.status === 'fulfilled' ? put.value : null));
  for (const put of puts) {
    if (put.status === 'fulfilled') continue;
    await giveUp(deps, settled, pictures);
    throw put.reason;
  }
  return pictures;
}

/** Draws all characters in parallel on reserved money. `settled` writes the actual cost. */
async function drawAll(
  deps: CharacterDeps,
  model: ImageModel,
  sketches: readonly CharacterSketch[],
  reservation: Reservation,
): Promise<{ outcomes: PortraitOutcome[]; settled: Statement }> {
  const outcomes = await model.drawPortraits(sketches, AbortSignal.timeout(PICTURES_TIMEOUT_MS));
  const chargedUsd = outcomes.reduce((sum, outcome) => sum + outcome.chargedUsd, 0);
  const settled = settlement(deps, reservation, chargedUsd);
  const [failure] = outcomes.flatMap((outcome) => (outcome.kind === 'none' ? outcome.error : []));
  if (failure !== undefined && outcomes.every(({ kind }) => kind === 'none')) {
    await deps.db.batch([settled], 'write');
    throw failure;
  }
  return { outcomes, settled };
}

/** Names of the stored pictures that a project's characters show. */
export function shownPictures({ characterReferences }: Pick<ProjectRecord, 'characterReferences'>): string[] {
  return characterReferences.flatMap(({ imageUrl }) => imageUrl?.split('/').at(-1) ?? []);
}

/** A drawn picture as a file; null where there is none, or one that nobody could show. */
export async function storePicture(
  deps: Pick<Deps, 'mediaStore'>,
  outcome: PortraitOutcome,
): Promise<StoredPicture | null> {
  if (outcome.kind !== 'picture' || outcome.bytes.byteLength > limits.portraitBytes) return null;
  const contentType = pictureType(outcome.bytes);
  if (contentType === null) return null;
  const blob = await deps.mediaStore.put(new Blob([outcome.bytes]).stream(), { maxBytes: limits.portraitBytes });
  return { ...blob, contentType };
}

function referenceOf(deps: CharacterDeps, { name, description, picture }: Drawn, nowMs: number): CharacterReference {
  return {
    id: uuidv7(nowMs, deps.randomBytes(10)),
    name,
    description,
    imageUrl: picture === null ? null : mediaUrl(picture.sha256),
  };
}
