import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { isEditedSinceClip } from '#shared/rules/prompt-source.ts';

/** Whether the scene’s text has changed since its clip was generated. */
export function isEdited(scene: Scene, project: Pick<Project, 'characterReferences'>): boolean {
  return isEditedSinceClip(scene, project.characterReferences, (text) => bytesToHex(sha256(utf8ToBytes(text))));
}
