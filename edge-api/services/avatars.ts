/**
 * Profile pictures, fetched from the sign-in provider and relayed by this server, so that no third party learns who
 * looks at whom. The URL is untrusted, so only the providers' own picture hosts are contacted.
 */
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Deps } from '../deps.ts';
import { findUser } from '#edge-api/repos/users.ts';
import { pictureType, type PictureType } from './picture-type.ts';
import { shareWork } from './share-work.ts';
import { publicRecord } from './showcase.ts';
import { accountWords } from './words.ts';

export type Avatar = { bytes: Uint8Array<ArrayBuffer>; contentType: PictureType };

type AvatarDeps = Pick<Deps, 'db' | 'config' | 'fetchPicture'> & { onTheWay: AvatarsOnTheWay };

const FETCH_TIMEOUT_MS = 5_000;
const MAX_REDIRECTS = 3;
/** Google's, GitHub's, and the one that many OpenID providers name. */
const PICTURE_HOSTS = ['googleusercontent.com', 'githubusercontent.com', 'gravatar.com'];

/** The picture of a person. @throws AppError `not_found`, `provider_failed` */
export async function ownAvatar(deps: AvatarDeps, userId: string): Promise<Avatar> {
  return fetchAvatar(deps, (await findUser(deps.db, userId))?.profileImageUrl ?? null);
}

/** The picture of a public project's author. @throws AppError `not_found`, `private`, `provider_failed` */
export async function authorAvatar(deps: AvatarDeps, projectId: string): Promise<Avatar> {
  return fetchAvatar(deps, (await publicRecord(deps, projectId)).pictureUrl);
}

/** Pictures being fetched, by URL. */
export type AvatarsOnTheWay = (url: string, fetchIt: () => Promise<Avatar>) => Promise<Avatar>;

export function avatarsOnTheWay(): AvatarsOnTheWay {
  return shareWork<Avatar>(FETCH_TIMEOUT_MS);
}

/** Requests for a picture that is being fetched share one fetch. */
async function fetchAvatar(deps: AvatarDeps, url: string | null): Promise<Avatar> {
  if (url === null || !isPictureAddress(deps, url)) throw new AppError('not_found', accountWords.noPicture);
  return deps.onTheWay(url, () => askHost(deps, url));
}

async function askHost(deps: AvatarDeps, url: string): Promise<Avatar> {
  try {
    const bytes = await readAll(await request(deps, url, AbortSignal.timeout(FETCH_TIMEOUT_MS)));
    const contentType = pictureType(bytes);
    if (contentType === null) throw new Error('The reply is not a picture.');
    return { bytes, contentType };
  } catch (cause) {
    throw new AppError('provider_failed', accountWords.pictureFailed, { cause });
  }
}

/** Follows redirects by hand, because each URL must pass the same check. */
async function request(deps: AvatarDeps, first: string, signal: AbortSignal): Promise<Response> {
  let url = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const reply = await deps.fetchPicture(url, { redirect: 'manual', signal });
    if (reply.ok) return reply;
    await reply.body?.cancel();
    const location = reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null;
    if (location === null || !URL.canParse(location, url)) throw new Error(`The host answered ${reply.status}.`);
    url = new URL(location, url).href;
    if (!isPictureAddress(deps, url)) throw new Error('The host redirected to an address that is not allowed.');
  }
  throw new Error('The host redirected too often.');
}

/** The body, cut off at the limit: the declared length isn't trusted. */
async function readAll(reply: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (reply.body === null) throw new Error('The reply is empty.');
  for (const reader = reply.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limits.avatarBytes) {
      await reader.cancel();
      throw new Error(`The picture has more than ${limits.avatarBytes} bytes.`);
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks.map((chunk) => new Uint8Array(chunk))).arrayBuffer());
}

/** https on its default port, without a password, on a known picture host. */
function isPictureAddress(deps: AvatarDeps, text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  // Other hosts under the issuer's domain may belong to anyone.
  const isIssuer = deps.config.oidc !== null && hostname === new URL(deps.config.oidc.issuer).hostname;
  const isKnown = isIssuer || PICTURE_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return protocol === 'https:' && port === '' && username === '' && password === '' && isKnown;
}
