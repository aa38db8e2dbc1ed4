/** The people of a movie: described once by the text model, drawn once by the image model, the same in every prompt. */
import { projectReply } from '#shared/api/projects.ts';
import { genreLabels } from '#shared/catalogue/genres.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Project } from '#shared/entities/project.ts';
import { limits } from '#shared/limits.ts';
import type { Deps } from '../deps.ts';
import type { CharacterSketch } from '#edge-api/providers/text-model/port.ts';
import type { PortraitOutcome } from '#edge-api/providers/image-model/port.ts';
import { showPictures, type StoredPicture } from '#edge-api/repos/pictures.ts';
import { expectUnchanged, updateProjectEdit, type ProjectRecord } from '#edge-api/repos/projects.ts';
import { changeOnce, requireVersion, type ChangeCall } from './change-once.ts';
import { requireApiKey } from './key-vault.ts';
import { pictureType } from './picture-type.ts';
import { ownProject, viewOf, type OwnProject } from './project-view.ts';
import { reserve, settle } from './spending.ts';

type CharacterDeps = Pick<
  Deps,
  'db' | 'now' | 'randomBytes' | 'keySecrets' | 'config' | 'log' | 'textModelFor' | 'imageModelFor' | 'mediaStore'
>;

const WORDS_TIMEOUT_MS = 60_000;
const PICTURES_TIMEOUT_MS = 120_000;

type Drawn = CharacterSketch & { picture: StoredPicture | null };

/**
 * Puts new characters in the place of a project's old ones; that is an edit, and its version counts it. A character
 * whose picture was refused comes without one.
 * @throws AppError `not_found`, `version_conflict` with the project, also when it was edited while the AI was drawing;
 *   `no_api_key`, `spending_cap`, what the models throw, and what the pictures failed of when there is none at all
 */
export function generateCharacters(
  deps: CharacterDeps,
  call: ChangeCall,
  projectId: string,
  atMost: number,
): Promise<Project> {
  let made: { version: number; characters: Drawn[] } | null = null;
  return changeOnce(deps, call, projectReply, async () => {
    const own = await ownProject(deps, call.userId, projectId);
    requireVersion({ ifMatch: made?.version ?? call.ifMatch }, own.project, 'project');
    made ??= { version: own.record.version, characters: await makeCharacters(deps, call.userId, own, atMost) };
    const nowMs = deps.now();
    const characterReferences = made.characters.map((character) => referenceOf(deps, character, nowMs));
    const record: ProjectRecord = {
      ...own.record,
      characterReferences,
      version: own.record.version + 1,
      updatedAt: nowMs,
    };
    const pictures = made.characters.flatMap(({ picture }) => picture ?? []);
    return {
      statements: [
        expectUnchanged(projectId, own.mark),
        updateProjectEdit(record),
        ...showPictures(record, pictures, nowMs),
      ],
      reply: viewOf(record, own.scenes),
    };
  });
}

async function makeCharacters(deps: CharacterDeps, userId: string, own: OwnProject, atMost: number): Promise<Drawn[]> {
  const apiKey = await requireApiKey(deps, userId);
  const { title, description, genres } = own.record;
  const sketches = await deps.textModelFor(apiKey).describeCharacters(
    {
      title,
      description,
      genreLabels: genres.map((id) => genreLabels([id])),
      scenes: own.scenes.filter((scene) => !scene.isExtension),
      atMost,
    },
    AbortSignal.timeout(WORDS_TIMEOUT_MS),
  );
  const outcomes = await drawAll(deps, userId, apiKey, sketches);
  return Promise.all(
    sketches.map(async (sketch, index) => ({ ...sketch, picture: await storePicture(deps, outcomes[index]) })),
  );
}

/** Draws every character at once. The money is set aside before, and settled by what came. */
async function drawAll(
  deps: CharacterDeps,
  userId: string,
  apiKey: string,
  sketches: readonly CharacterSketch[],
): Promise<PortraitOutcome[]> {
  const model = deps.imageModelFor(apiKey);
  const reservation = await reserve(deps, userId, model.pricePerPictureUsd * sketches.length);
  const outcomes = await model.drawPortraits(sketches, AbortSignal.timeout(PICTURES_TIMEOUT_MS));
  const charged = outcomes.filter((outcome) => outcome.kind === 'picture' || outcome.mayBeCharged).length;
  await settle(deps, reservation, model.pricePerPictureUsd * charged);
  const [failure] = outcomes.flatMap((outcome) => (outcome.kind === 'none' ? outcome.error : []));
  if (failure !== undefined && outcomes.every(({ kind }) => kind === 'none')) throw failure;
  return outcomes;
}

async function storePicture(deps: CharacterDeps, outcome: PortraitOutcome | undefined): Promise<StoredPicture | null> {
  if (outcome?.kind !== 'picture' || outcome.bytes.byteLength > limits.portraitBytes) return null;
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
    imageUrl: picture === null ? null : `/api/media/${picture.sha256}`,
  };
}
