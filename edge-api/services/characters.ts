/** One character of a project: renamed, drawn again, shown by a picture of the person's own, or deleted. Each is an edit. */
import { mediaHash, mediaUrl } from '#shared/api/media.ts';
import type { AddCharacterRequest, PatchCharacterRequest } from '#shared/api/characters.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { writtenCharacter, type CharacterPicture, type FieldChange } from '#shared/entities/history.ts';
import type { Project } from '#shared/entities/project.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Deps } from '../deps.ts';
import type { Db, Statement } from '#edge-api/db/client.ts';
import {
  findDeletedCharacter,
  findExpiredCharacters,
  forgetDeletedCharacter,
  hideDeletedPicture,
  keepDeletedCharacter,
  type ExpiredCharacter,
} from '#edge-api/repos/deleted-characters.ts';
import { findOwnFile } from '#edge-api/repos/own-files.ts';
import { hideOtherPictures, showPicture, type StoredPicture } from '#edge-api/repos/pictures.ts';
import { expectUnchanged, updateProjectEdit, type ProjectRecord } from '#edge-api/repos/projects.ts';
import { keptProject } from './kept-replies.ts';
import { askOnce, type AskDeps } from './ask-once.ts';
import { changeOnce, requireVersion, type ChangeCall, type ChangePlan } from './change-once.ts';
import { PICTURES_TIMEOUT_MS, shownPictures, storePicture } from './character-references.ts';
import { changedFields, remembered } from './history.ts';
import { requireApiKey } from './key-vault.ts';
import { requireRoomForBytes } from './quotas.ts';
import type { Spending } from './call-budget.ts';
import { dropUnnamedBlob, hold } from './held-store.ts';
import { pictureSize } from '#shared/own-files/picture-size.ts';
import { pictureType, type PictureType } from './picture-type.ts';
import { ownProject, viewOf, type OwnProject } from './project-view.ts';
import { reserve, settlement } from './spending.ts';
import { characterWords } from './words.ts';

type EditDeps = Pick<Deps, 'db' | 'now' | 'randomBytes'>;
type PictureDeps = EditDeps & Pick<Deps, 'mediaStore' | 'quotas'>;
type DrawDeps = PictureDeps & AskDeps & Pick<Deps, 'keySecrets' | 'config' | 'log' | 'imageModelFor'>;

/** Which character of which project. */
export type CharacterPlace = { projectId: string; characterId: string };

/** In one round of housekeeping. */
const EXPIRED_AT_ONCE = 200;
/** The work before and after the drawing. */
const LONGEST_MS = PICTURES_TIMEOUT_MS + 30_000;

/**
 * Adds a character without a picture, or restores the deleted one that has this id, with its picture. One that is there
 * stays as it is.
 * @throws AppError `not_found`, `version_conflict` with the project, `invalid_input` when its name is taken, or no room is
 *   left
 */
export function addCharacter(
  deps: EditDeps,
  call: ChangeCall,
  projectId: string,
  { id, name, description }: AddCharacterRequest,
): Promise<Project> {
  return changeOnce(deps, call, keptProject, async () => {
    const own = await ownProject(deps, call.userId, projectId);
    const { characterReferences } = own.record;
    if (characterReferences.some((character) => character.id === id)) return { statements: [], reply: own.project };
    requireVersion(call, own.project, 'project');
    const at = { projectId, characterId: id };
    const former = await findDeletedCharacter(deps.db, at);
    const character = { id, name, description, imageUrl: former?.character.imageUrl ?? null };
    const all = withAnother(own, character, former?.place ?? characterReferences.length);
    return changedCharacters(deps, call, own, all, { statements: [forgetDeletedCharacter(at)] });
  });
}

/**
 * @throws AppError `not_found`, `version_conflict` with the project, `invalid_input` for a name that is taken, and for what is
 *   no picture of this person's, whoever else may have it
 */
export function patchCharacter(
  deps: EditDeps,
  call: ChangeCall,
  place: CharacterPlace,
  patch: PatchCharacterRequest,
): Promise<Project> {
  return changeOnce(deps, call, keptProject, async () => {
    const { own, character } = await ownCharacter(deps, call, place);
    const name = patch.name ?? character.name;
    const others = own.record.characterReferences.filter(({ id }) => id !== character.id);
    if (others.some((other) => sameName(other.name, name)))
      throw new AppError('invalid_input', characterWords.nameTaken);
    const changed = { ...character, name, description: patch.description ?? character.description };
    const row = { projectId: place.projectId, sceneId: null, version: own.record.version };
    const words = {
      before: { character: writtenCharacter(character) },
      after: { character: writtenCharacter(changed) },
    };
    if (patch.picture === undefined) {
      const fields = await changedFields(deps, call, row, words);
      return changedCharacters(deps, call, own, withCharacter(own, changed), { fields });
    }
    const picture = await ownPicture(deps, call.userId, patch.picture);
    const shown = { ...changed, imageUrl: mediaUrl(picture.sha256) };
    const pictures = await bothPictures(deps.db, call.userId, character, shown);
    const fields = await changedFields(deps, call, row, {
      before: { ...words.before, characterPicture: pictures.before },
      after: { ...words.after, characterPicture: pictures.after },
    });
    const statements = showPicture(own.record, picture, deps.now());
    return changedCharacters(deps, call, own, withCharacter(own, shown), { statements, fields });
  });
}

/**
 * Deletes a character, which is kept with its picture for thirty days.
 * @throws AppError `not_found`, `version_conflict` with the project
 */
export function deleteCharacter(deps: EditDeps, call: ChangeCall, at: CharacterPlace): Promise<Project> {
  return changeOnce(deps, call, keptProject, async () => {
    const { own, character } = await ownCharacter(deps, call, at);
    const { characterReferences } = own.record;
    const rest = characterReferences.filter(({ id }) => id !== character.id);
    const place = characterReferences.indexOf(character);
    const [sha256 = null] = shownPictures({ characterReferences: [character] });
    const { projectId } = at;
    const kept = keepDeletedCharacter({ projectId, character, place, sha256, nowMs: deps.now() });
    const fields = [{ field: 'character', before: writtenCharacter(character), after: null, replaced: null }];
    return changedCharacters(deps, call, own, rest, { kind: 'delete-character', statements: [kept], fields });
  });
}

/**
 * Restores a deleted character to its place, with its picture. If it isn't deleted, nothing changes.
 * @throws AppError `not_found`, `version_conflict` with the project, `invalid_input` when its name is taken, or no room is
 *   left
 */
export function restoreCharacter(deps: EditDeps, call: ChangeCall, at: CharacterPlace): Promise<Project> {
  return changeOnce(deps, call, keptProject, async () => {
    const own = await ownProject(deps, call.userId, at.projectId);
    const { characterReferences } = own.record;
    if (characterReferences.some(({ id }) => id === at.characterId)) return { statements: [], reply: own.project };
    const found = await findDeletedCharacter(deps.db, at);
    if (found === null) throw new AppError('not_found', characterWords.notFound);
    requireVersion(call, own.project, 'project');
    const { character, place } = found;
    const restored = withAnother(own, character, place);
    return changedCharacters(deps, call, own, restored, { statements: [forgetDeletedCharacter(at)] });
  });
}

/** Forgets characters that were deleted before a time, with pictures that nothing else shows. Safe to repeat. */
export async function forgetDeletedCharacters({ db, isSpent }: { db: Db } & Spending, beforeMs: number): Promise<void> {
  while (!isSpent?.()) {
    const expired = await findExpiredCharacters(db, beforeMs, EXPIRED_AT_ONCE);
    for (const character of expired) await forgetExpiredCharacter(db, character);
    if (expired.length < EXPIRED_AT_ONCE) return;
  }
}

async function forgetExpiredCharacter(
  db: Db,
  { projectId, characterId, sha256, shown }: ExpiredCharacter,
): Promise<void> {
  const isShown = sha256 === null || shownPictures({ characterReferences: shown }).includes(sha256);
  await db.batch(
    [
      forgetDeletedCharacter({ projectId, characterId }),
      ...(isShown ? [] : [hideDeletedPicture({ projectId, sha256 })]),
    ],
    'write',
  );
}

/**
 * Shows a character by a picture of the person's own, which is judged by its bytes.
 * @throws AppError `not_found`, `version_conflict` with the project, `too_large`, `invalid_input` for what is no picture
 */
export async function setCharacterPicture(
  deps: PictureDeps,
  call: ChangeCall,
  place: CharacterPlace,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Project> {
  const contentType = ownPictureType(bytes);
  // Refused before the bytes are stored.
  await ownCharacter(deps, { ...call, ifMatch: null }, place);
  await requireRoomForBytes(deps, call.userId);
  const blob = await deps.mediaStore.put(new Blob([bytes]).stream(), { maxBytes: limits.referencePictureBytes });
  return keepPicture(deps, blob.sha256, () =>
    changeOnce(deps, call, keptProject, async () => showingPicture(deps, call, place, { ...blob, contentType })),
  );
}

/**
 * Draws a character again. The money is reserved before the request, and a lost answer counts as charged.
 * @throws AppError `not_found`, `version_conflict` with the project, also when it was edited while the model was drawing;
 *   `already_generating`, `no_api_key`, `spending_cap`, and what the picture failed of
 */
export async function drawCharacter(deps: DrawDeps, call: ChangeCall, place: CharacterPlace): Promise<Project> {
  const done: { made: { version: number; picture: StoredPicture } | null } = { made: null };
  const plan = async (): Promise<ChangePlan<Project>> => {
    const seen = { ...call, ifMatch: done.made?.version ?? call.ifMatch };
    const { own, character } = await ownCharacter(deps, seen, place);
    done.made ??= { version: own.record.version, picture: await drawPicture(deps, call, own, character) };
    return showingPicture(deps, seen, place, done.made.picture);
  };
  try {
    return await askOnce(deps, call, { reply: keptProject, longestMs: LONGEST_MS }, plan);
  } catch (error) {
    if (done.made !== null) await dropUnnamedBlob(deps, done.made.picture.sha256);
    throw error;
  }
}

async function drawPicture(
  deps: DrawDeps,
  call: ChangeCall,
  own: OwnProject,
  character: CharacterReference,
): Promise<StoredPicture> {
  const { id: projectId, userId, version } = own.record;
  await requireRoomForBytes(deps, userId);
  const model = deps.imageModelFor(await requireApiKey(deps, userId));
  const reservation = await reserve(deps, {
    userId,
    projectId,
    work: `characters/${projectId}/${character.id}`,
    model: model.name,
    priceUsd: model.pricePerPictureUsd,
    callKey: call.key,
  });
  const signal = AbortSignal.timeout(PICTURES_TIMEOUT_MS);
  const [outcome] = await model.drawPortraits([{ ...character, take: version }], signal);
  if (outcome === undefined) throw new Error('The image model answered for no character.');
  await deps.db.batch([settlement(deps, reservation, outcome.chargedUsd)], 'write');
  if (outcome.kind === 'none') throw outcome.error;
  const picture = await storePicture(deps, outcome);
  if (picture === null) throw new AppError('provider_failed', characterWords.tooLargeToStore);
  return picture;
}

async function showingPicture(
  deps: EditDeps,
  call: ChangeCall,
  place: CharacterPlace,
  picture: StoredPicture,
): Promise<ChangePlan<Project>> {
  const { own, character } = await ownCharacter(deps, call, place);
  const shown = { ...character, imageUrl: mediaUrl(picture.sha256) };
  const { before, after } = await bothPictures(deps.db, call.userId, character, shown);
  const row = { projectId: place.projectId, sceneId: null, version: own.record.version };
  const values = { before: { characterPicture: before }, after: { characterPicture: after } };
  const fields = await changedFields(deps, call, row, values);
  const statements = showPicture(own.record, picture, deps.now());
  return changedCharacters(deps, call, own, withCharacter(own, shown), { statements, fields });
}

/** As the history keeps them. */
async function bothPictures(
  db: Db,
  userId: string,
  former: CharacterReference,
  shown: CharacterReference,
): Promise<{ before: CharacterPicture; after: CharacterPicture }> {
  const of = async ({ id, imageUrl }: CharacterReference): Promise<CharacterPicture> => {
    const sha256 = imageUrl === null ? null : mediaHash(imageUrl);
    return { id, imageUrl, isOwn: sha256 !== null && (await findOwnFile(db, userId, sha256)) !== null };
  };
  return { before: await of(former), after: await of(shown) };
}

type CharacterChange = {
  kind: 'edit-character' | 'delete-character';
  statements: readonly Statement[];
  fields: readonly FieldChange[];
};

function changedCharacters(
  deps: EditDeps,
  call: ChangeCall,
  own: OwnProject,
  characterReferences: CharacterReference[],
  { kind = 'edit-character', statements = [], fields = [] }: Partial<CharacterChange> = {},
): ChangePlan<Project> {
  const record: ProjectRecord = {
    ...own.record,
    characterReferences,
    version: own.record.version + 1,
    updatedAt: deps.now(),
  };
  return {
    statements: [
      expectUnchanged(record.id, own.revision),
      updateProjectEdit(record),
      ...statements,
      hideOtherPictures(record.id, shownPictures(record)),
      ...remembered(deps, call, record.id, { kind, scene: null, version: record.version, fields }),
    ],
    reply: viewOf(record, own.scenes),
  };
}

async function ownCharacter(
  deps: Pick<Deps, 'db'>,
  call: Pick<ChangeCall, 'userId' | 'ifMatch'>,
  { projectId, characterId }: CharacterPlace,
): Promise<{ own: OwnProject; character: CharacterReference }> {
  const own = await ownProject(deps, call.userId, projectId);
  const character = own.record.characterReferences.find(({ id }) => id === characterId);
  if (character === undefined) throw new AppError('not_found', characterWords.notFound);
  requireVersion(call, own.project, 'project');
  return { own, character };
}

function withCharacter(own: OwnProject, changed: CharacterReference): CharacterReference[] {
  return own.record.characterReferences.map((character) => (character.id === changed.id ? changed : character));
}

/** @throws AppError `invalid_input` when its name is taken, or no room is left */
function withAnother({ record }: OwnProject, character: CharacterReference, place: number): CharacterReference[] {
  const { characterReferences } = record;
  if (characterReferences.some(({ name }) => sameName(name, character.name)))
    throw new AppError('invalid_input', characterWords.nameTaken);
  if (characterReferences.length >= limits.charactersPerProject)
    throw new AppError('invalid_input', characterWords.allThere);
  return characterReferences.toSpliced(place, 0, character);
}

/** It stays at least until the character names it. */
async function ownPicture(deps: EditDeps, userId: string, sha256: string): Promise<StoredPicture> {
  // Asked before, so that nobody holds what isn't theirs, and again now that nobody removes it any more.
  if ((await findOwnFile(deps.db, userId, sha256)) !== null) await hold(deps, sha256);
  const file = await findOwnFile(deps.db, userId, sha256);
  if (file === null) throw new AppError('invalid_input', characterWords.noOwnPicture);
  const { kind, type, sizeBytes } = file;
  if (kind !== 'picture' || type === 'image/avif') throw new AppError('invalid_input', characterWords.pictureType);
  if (sizeBytes > limits.referencePictureBytes) throw new AppError('too_large', characterWords.pictureTooLarge);
  return { sha256, sizeBytes, contentType: type };
}

/** The type that a picture really has. @throws AppError `too_large`, `invalid_input` */
function ownPictureType(bytes: Uint8Array): PictureType {
  if (bytes.byteLength > limits.referencePictureBytes) throw new AppError('too_large', characterWords.pictureTooLarge);
  const type = pictureType(bytes);
  if (type === null || type === 'image/gif') throw new AppError('invalid_input', characterWords.pictureType);
  const size = pictureSize(bytes);
  if (size === null) throw new AppError('invalid_input', characterWords.pictureUnreadable);
  if (Math.max(size.width, size.height) > limits.ownPictureSide)
    throw new AppError('invalid_input', characterWords.pictureSide);
  return type;
}

/** Removes a stored file that nothing came to name. */
async function keepPicture<T>(deps: PictureDeps, sha256: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await dropUnnamedBlob(deps, sha256);
    throw error;
  }
}

function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
