/** Builds the change that the services expect from a request. */
import { deviceSchema, type DeviceIdentity } from '#shared/entities/history.ts';
import type { ChangeCall } from '#edge-api/services/change-once.ts';
import { routeWords } from './words.ts';

/** As `changeHeaders` and `onceHeaders` leave them. */
type Headers = {
  'idempotency-key'?: string | undefined;
  'if-match'?: string | undefined;
  'storyreel-device'?: string | undefined;
  'storyreel-device-name'?: string | undefined;
  'storyreel-made-on'?: string | undefined;
};

/** The part of Hono's context that identifies the caller and the call. */
type Asked = { req: { method: string; path: string }; var: { userId: string } };

/**
 * Two calls are equal when method, path, seen version, and body are equal, from whichever device.
 * @param body the parsed body; null when it says nothing
 */
export function changeCall(asked: Asked, headers: Headers, body: unknown): ChangeCall {
  const ifMatch = versionOf(headers['if-match']);
  return {
    userId: asked.var.userId,
    key: headers['idempotency-key'] ?? null,
    ifMatch,
    madeOn: versionOf(headers['storyreel-made-on']),
    device: deviceOf(headers),
    fingerprint: JSON.stringify([asked.req.method, asked.req.path, ifMatch, body]),
  };
}

function versionOf(header: string | undefined): number | null {
  return header === undefined ? null : Number(header.replaceAll('"', ''));
}

/** Null for an invalid id. */
function deviceOf(headers: Headers): DeviceIdentity | null {
  const { 'storyreel-device': id, 'storyreel-device-name': name } = headers;
  const device = deviceSchema.safeParse({ id, name: name || routeWords.unnamedDevice });
  return device.success ? device.data : null;
}
