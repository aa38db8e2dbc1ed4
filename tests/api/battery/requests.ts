/**
 * One valid request for every call of the API. A call without an entry here fails the battery by name, so whoever adds a
 * route says here how it is used and by whom.
 */
import type { ErrorCode } from '#shared/errors.ts';
import { idea, JPEG, newId, PNG, PNG_SHA256, versionDocument, type Owner } from './people.ts';
import { audioPiece, testHash } from '#tests/helpers/rows.ts';

/**
 * Who gets an answer. `everybody`: visitors, too. `person`: whoever is signed in, about themselves. `owner`: the one whose
 * it is; for a stranger it does not exist. `file`: the same, and a visitor is told the same as a stranger.
 */
export type Audience = 'everybody' | 'person' | 'owner' | 'file';

export type ValidRequest = {
  audience: Audience;
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Fields of a JSON body or of a form. */
  fields?: Record<string, unknown>;
  bytes?: Uint8Array<ArrayBuffer>;
  /** The status it is answered with, or the code of the refusal that is all there can be. */
  answer: number | ErrorCode;
  /** Values at their own limit that another rule refuses, by the field's path and `at least` or `at most`, and how. */
  refusedAtLimit?: Readonly<Record<string, ErrorCode>>;
};

const overlay = {
  text: 'The end',
  fontSize: 32,
  color: '#FFFFFF',
  position: { x: 50, y: 50 },
  startTime: 1,
  endTime: 2,
};

const OWN_FACTS = {
  picture: { width: 1, height: 1 },
  sound: { codec: 'mp3', sampleRate: 48_000, channels: 2, durationSeconds: 60 },
};

const ofProject = (owner: Owner) => ({ audience: 'owner' as const, params: { id: owner.projectId } });
const ofScene = (owner: Owner) => ({ audience: 'owner' as const, params: { id: owner.sceneId } });
const ofCharacter = (owner: Owner) => ({
  audience: 'owner' as const,
  params: { id: owner.projectId, characterId: owner.characterId },
});
const ofExport = (owner: Owner) => ({ audience: 'owner' as const, params: { id: owner.exportId } });
const ofClip = (owner: Owner) => ({ audience: 'file' as const, params: { id: owner.clip.sha256 } });
const description = 'A keeper finds a letter in a bottle at the harbour. A girl reads it to him in the rain.';

/** By the call's name. Each takes somebody who has not used it yet. */
export const validRequests: Readonly<Record<string, (owner: Owner) => ValidRequest>> = {
  'GET /api/health': () => ({ audience: 'everybody', answer: 200 }),
  'GET /api/health/ready': () => ({ audience: 'everybody', answer: 200 }),
  'GET /api/auth/user': () => ({ audience: 'person', answer: 200 }),
  'GET /api/login': () => ({ audience: 'everybody', query: { next: '/settings' }, answer: 200 }),
  'POST /api/login': () => ({
    audience: 'everybody',
    fields: { email: 'new@example.test', firstName: 'New', lastName: 'Person', next: '/' },
    answer: 303,
  }),
  'GET /api/logout': () => ({ audience: 'everybody', answer: 200 }),
  'POST /api/logout': () => ({ audience: 'everybody', answer: 204 }),
  'GET /api/login/{provider}': () => ({ audience: 'everybody', params: { provider: 'google' }, answer: 'not_found' }),
  'GET /api/login/{provider}/callback': () => ({
    audience: 'everybody',
    params: { provider: 'google' },
    query: { state: 'a', code: 'b' },
    answer: 'not_found',
  }),
  'POST /api/validate-api-key': () => ({
    audience: 'person',
    fields: { apiKey: 'AQ.fake-good-key-0123456789' },
    answer: 200,
  }),
  'POST /api/user/save-api-key': () => ({
    audience: 'person',
    fields: { apiKey: 'AQ.fake-good-key-0123456789' },
    answer: 200,
  }),
  'DELETE /api/user/api-key': () => ({ audience: 'person', answer: 200 }),
  'GET /api/user/data': () => ({ audience: 'person', answer: 200 }),
  'DELETE /api/user': () => ({ audience: 'person', fields: { confirm: 'delete' }, answer: 204 }),
  'GET /api/user/sessions': () => ({ audience: 'person', answer: 200 }),
  'DELETE /api/user/sessions': () => ({ audience: 'person', answer: 204 }),
  'DELETE /api/user/sessions/{id}': (owner) => ({ audience: 'owner', params: { id: owner.sessionId }, answer: 204 }),
  'GET /api/user/deleted-projects': (owner) => ({ audience: 'person', query: { ids: owner.projectId }, answer: 200 }),
  'GET /api/user/projects': () => ({ audience: 'person', answer: 200 }),
  'GET /api/user/storage': () => ({ audience: 'person', answer: 200 }),
  'GET /api/user/spending': () => ({ audience: 'person', answer: 200 }),
  'GET /api/user/spending/days': () => ({
    audience: 'person',
    query: { from: '2026-11-01', until: '2026-11-30' },
    answer: 200,
  }),
  'GET /api/user/spending/ledger': () => ({ audience: 'person', answer: 200 }),
  'PATCH /api/user/spending': () => ({ audience: 'person', fields: { monthlyCapUsd: 20 }, answer: 200 }),
  'GET /api/user/avatar': () => ({ audience: 'person', answer: 'not_found' }),
  'GET /api/models': () => ({ audience: 'person', answer: 200 }),
  'GET /api/check-ffmpeg': () => ({ audience: 'everybody', answer: 200 }),

  'POST /api/projects': () => ({ audience: 'person', fields: { id: newId(), ...idea('New') }, answer: 201 }),
  'POST /api/sample-project': () => ({ audience: 'person', fields: { id: newId() }, answer: 201 }),
  'GET /api/projects/{id}': (owner) => ({ ...ofProject(owner), answer: 200 }),
  'PATCH /api/projects/{id}': (owner) => ({
    ...ofProject(owner),
    fields: {
      title: 'Renamed',
      description,
      isPublic: false,
      isIndexable: true,
      audio: [audioPiece({ takes: [{ mediaId: testHash(71), name: 'Take 1', inSeconds: 0, outSeconds: 8 }] })],
    },
    answer: 200,
    refusedAtLimit: {
      // The same piece over and over.
      'audio at most': 'invalid_input',
      'audio 1 inSeconds at most': 'invalid_input',
      'audio 1 outSeconds at least': 'invalid_input',
    },
  }),
  'DELETE /api/projects/{id}': (owner) => ({ ...ofProject(owner), answer: 204 }),
  'POST /api/changes': (owner) => ({
    audience: 'person',
    fields: {
      changes: [
        {
          method: 'PATCH',
          path: `/api/scenes/${owner.sceneId}`,
          body: JSON.stringify({ title: 'Renamed' }),
          key: newId(),
          ifMatch: null,
          madeOn: null,
        },
      ],
    },
    answer: 200,
  }),
  'POST /api/projects/{id}/reorder-scenes': (owner) => ({
    ...ofProject(owner),
    fields: {
      scenes: [owner.clip.sceneId, owner.otherSceneId, owner.sceneId].map((id, index) => ({
        id,
        sceneNumber: index + 1,
        isExtension: false,
        parentSceneId: null,
        extensionIndex: null,
      })),
    },
    answer: 200,
    refusedAtLimit: { 'scenes at least': 'invalid_input', 'scenes at most': 'invalid_input' },
  }),
  'GET /api/projects/{id}/spending': (owner) => ({ ...ofProject(owner), query: { since: '0' }, answer: 200 }),
  'GET /api/projects/{id}/history': (owner) => ({ ...ofProject(owner), answer: 200 }),
  'GET /api/projects/{id}/versions': (owner) => ({ ...ofProject(owner), answer: 200 }),
  'POST /api/projects/{id}/versions': (owner) => ({
    ...ofProject(owner),
    fields: { id: newId(), at: 1, reason: 'named', name: 'Before', document: versionDocument('Before') },
    answer: 201,
  }),
  'GET /api/projects/{id}/versions/{versionId}': (owner) => ({
    audience: 'owner',
    params: { id: owner.projectId, versionId: owner.versionId },
    answer: 200,
  }),
  'GET /api/projects/{id}/scenes': (owner) => ({ ...ofProject(owner), answer: 200 }),
  'POST /api/projects/{id}/scenes': (owner) => ({
    ...ofProject(owner),
    fields: { id: newId(), title: 'Four', description, duration: 8 },
    answer: 201,
    refusedAtLimit: {
      'duration at most': 'invalid_input',
      // Only a clip of one's own is made from a picture.
      'still settings seconds at least': 'invalid_input',
      'still settings seconds at most': 'invalid_input',
    },
  }),
  'POST /api/projects/{id}/generate-scenes': (owner) => ({
    ...ofProject(owner),
    params: { id: owner.emptyProjectId },
    answer: 202,
  }),
  'POST /api/projects/{id}/generate-videos': (owner) => ({
    ...ofProject(owner),
    fields: { sceneIds: [owner.sceneId] },
    answer: 202,
  }),
  'POST /api/projects/{id}/cancel-generation': (owner) => ({ ...ofProject(owner), answer: 200 }),
  'POST /api/projects/{id}/improve-description': (owner) => ({ ...ofProject(owner), answer: 200 }),
  'POST /api/projects/{id}/generate-character-references': (owner) => ({
    ...ofProject(owner),
    fields: { maxCharacters: 1, keep: false },
    answer: 200,
  }),
  'POST /api/projects/{id}/characters': (owner) => ({
    ...ofProject(owner),
    fields: { id: newId(), name: 'Ines', description: 'A keeper of thirty with a lamp.' },
    answer: 201,
  }),
  'PATCH /api/projects/{id}/characters/{characterId}': (owner) => ({
    ...ofCharacter(owner),
    fields: { name: 'Jon', description: 'A boy of ten with freckles and a red cap.' },
    answer: 200,
  }),
  'DELETE /api/projects/{id}/characters/{characterId}': (owner) => ({ ...ofCharacter(owner), answer: 200 }),
  'POST /api/projects/{id}/characters/{characterId}/restore': (owner) => ({
    ...ofCharacter(owner),
    params: { id: owner.projectId, characterId: owner.deletedCharacterId },
    answer: 200,
  }),
  'PUT /api/projects/{id}/characters/{characterId}/picture': (owner) => ({
    ...ofCharacter(owner),
    bytes: PNG,
    answer: 200,
  }),
  'POST /api/projects/{id}/characters/{characterId}/generate': (owner) => ({ ...ofCharacter(owner), answer: 200 }),
  'POST /api/projects/{id}/export': (owner) => ({
    ...ofProject(owner),
    fields: {
      resolution: '1080p',
      format: 'mp4',
      range: { fromFrame: 0, toFrame: 24 },
      leavesOutSound: false,
      drawnTexts: [
        {
          ...{ sceneId: owner.clip.sceneId, overlayIndex: 0, sha256: PNG_SHA256, x: 0, y: 0 },
          shows: { text: 'Low tide', fontSize: 32, color: '#FFFFFF', position: { x: 50, y: 50 } },
        },
      ],
    },
    answer: 202,
    refusedAtLimit: { 'range fromFrame at most': 'invalid_input' },
  }),
  'GET /api/projects/{id}/export-jobs': (owner) => ({ ...ofProject(owner), answer: 200 }),

  'PATCH /api/scenes/{id}': (owner) => ({
    ...ofScene(owner),
    fields: {
      title: 'Renamed',
      description,
      negativePrompt: 'blur',
      resolution: '1080p',
      duration: 6,
      model: 'omni',
      trimStart: 1,
      trimEnd: 3,
      textOverlays: [overlay],
      referencePictures: [{ picture: 'e'.repeat(64), shows: 'the old red tram' }],
    },
    answer: 200,
    refusedAtLimit: {
      'duration at most': 'invalid_input',
      'trimStart at most': 'invalid_input',
      'trimEnd at least': 'invalid_input',
      'textOverlays 1 startTime at most': 'invalid_input',
      'textOverlays 1 endTime at least': 'invalid_input',
      // Its clip was generated, not made of a picture.
      'remade still settings seconds at least': 'invalid_input',
      'remade still settings seconds at most': 'invalid_input',
    },
  }),
  'DELETE /api/scenes/{id}': (owner) => ({ ...ofScene(owner), answer: 200 }),
  'POST /api/scenes/{id}/restore': (owner) => ({
    ...ofScene(owner),
    params: { id: owner.deletedSceneId },
    answer: 200,
  }),
  // It has that one: bringing it back again changes nothing.
  'POST /api/scenes/{id}/split': (owner) => ({
    audience: 'owner',
    params: { id: owner.clip.sceneId },
    fields: { atSeconds: 2, newSceneId: newId() },
    answer: 201,
    // The clip has neither frame.
    refusedAtLimit: { 'atSeconds at least': 'invalid_input', 'atSeconds at most': 'invalid_input' },
  }),
  'POST /api/scenes/{id}/duplicate': (owner) => ({
    ...ofScene(owner),
    fields: { newSceneId: newId(), projectId: owner.projectId },
    answer: 201,
  }),
  'POST /api/scenes/{id}/restore-clip': (owner) => ({
    audience: 'owner',
    params: { id: owner.clip.sceneId },
    fields: { sha256: owner.clip.sha256 },
    answer: 200,
  }),
  'POST /api/scenes/{id}/generate': (owner) => ({
    ...ofScene(owner),
    fields: { acceptSecondCharge: true },
    answer: 202,
  }),
  'GET /api/scenes/{id}/extend': (owner) => ({ ...ofScene(owner), answer: 200 }),
  'POST /api/scenes/{id}/extend': (owner) => ({
    audience: 'owner',
    params: { id: owner.clip.sceneId },
    fields: { acceptSecondCharge: true },
    answer: 202,
  }),
  'DELETE /api/scenes/{id}/extend': (owner) => ({ ...ofScene(owner), answer: 200 }),
  'POST /api/scenes/{id}/cancel': (owner) => ({ ...ofScene(owner), answer: 200 }),
  'POST /api/scenes/{id}/dismiss-failure': (owner) => ({ ...ofScene(owner), answer: 200 }),
  'POST /api/scenes/{id}/improve-description': (owner) => ({
    ...ofScene(owner),
    fields: { apiKey: 'AQ.fake-good-key-0123456789' },
    answer: 200,
    // A key of one letter, or of 512 times the same, is in nobody's account.
    refusedAtLimit: { 'apiKey at least': 'api_key_rejected', 'apiKey at most': 'api_key_rejected' },
  }),
  'POST /api/improve-description': () => ({ audience: 'person', fields: { description }, answer: 200 }),
  'POST /api/detect-genres': () => ({ audience: 'person', fields: { description }, answer: 200 }),

  'GET /api/media/{id}': (owner) => ({ ...ofClip(owner), answer: 200 }),
  'GET /api/media/{id}/frames/{place}': (owner) => ({
    ...ofClip(owner),
    params: { id: owner.clip.sha256, place: 'first' },
    answer: 200,
  }),
  'PUT /api/media/{id}/frames/{place}': (owner) => ({
    audience: 'owner',
    params: { id: owner.clip.sha256, place: 'first' },
    bytes: JPEG,
    answer: 204,
  }),
  'GET /api/download/scene/{id}': (owner) => ({ audience: 'owner', params: { id: owner.clip.sceneId }, answer: 200 }),
  'GET /api/export-jobs': () => ({ audience: 'person', answer: 200 }),
  'GET /api/export-jobs/{id}': (owner) => ({ ...ofExport(owner), answer: 200 }),
  'DELETE /api/export-jobs/{id}': (owner) => ({ ...ofExport(owner), answer: 204 }),
  'GET /api/export-jobs/{id}/download': (owner) => ({ ...ofExport(owner), answer: 200 }),
  'POST /api/export-pictures/missing': () => ({ audience: 'person', fields: { hashes: [PNG_SHA256] }, answer: 200 }),
  'PUT /api/export-pictures/{sha256}': () => ({
    audience: 'person',
    params: { sha256: PNG_SHA256 },
    bytes: PNG,
    answer: 204,
  }),

  'POST /api/uploads': () => ({
    audience: 'person',
    fields: { sha256: PNG_SHA256, sizeBytes: PNG.length, kind: 'picture', name: 'Own.png', facts: OWN_FACTS },
    answer: 200,
  }),
  'PUT /api/uploads/{id}/parts/{n}': (owner) => ({
    audience: 'owner',
    params: { id: owner.emptyUploadId, n: '1' },
    bytes: JPEG,
    answer: 204,
  }),
  'POST /api/uploads/{id}/complete': (owner) => ({
    audience: 'owner',
    params: { id: owner.fullUploadId },
    answer: 200,
  }),
  'DELETE /api/uploads/{id}': (owner) => ({ audience: 'owner', params: { id: owner.emptyUploadId }, answer: 204 }),
  'GET /api/own-files': () => ({ audience: 'person', answer: 200 }),
  'DELETE /api/own-files/{sha256}': (owner) => ({ audience: 'owner', params: { sha256: owner.ownFile }, answer: 204 }),

  'POST /api/showcase/projects/{id}/report': (owner) => ({
    audience: 'everybody',
    params: { id: owner.publicProjectId },
    fields: { reason: 'spam', details: 'It sells watches.' },
    answer: 204,
  }),
  'POST /api/showcase/projects/{id}/unpublish': (owner) => ({
    audience: 'owner',
    params: { id: owner.publicProjectId },
    answer: 204,
  }),
  // Nobody here is an operator.
  'GET /api/reports': () => ({ audience: 'person', answer: 'not_found' }),
  'DELETE /api/reports/{id}': () => ({ audience: 'person', params: { id: newId() }, answer: 'not_found' }),
  'GET /api/showcase/projects': () => ({ audience: 'everybody', answer: 200 }),
  'GET /api/showcase/projects/{id}': (owner) => ({
    audience: 'everybody',
    params: { id: owner.publicProjectId },
    answer: 200,
  }),
  'GET /api/showcase/projects/{id}/avatar': (owner) => ({
    audience: 'everybody',
    params: { id: owner.publicProjectId },
    answer: 'not_found',
  }),
};

/** @throws when the table has none */
export function validRequestFor({ name }: { name: string }, owner: Owner): ValidRequest {
  const valid = validRequests[name];
  if (valid === undefined) throw new Error(`tests/api/battery/requests.ts has no valid request for ${name}.`);
  return valid(owner);
}
