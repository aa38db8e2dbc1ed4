import { describe, expect, test } from 'vitest';
import { readHttpError, readUpstreamError } from '#edge-api/providers/gemini/upstream-error.ts';
import { redirectTarget } from '#edge-api/providers/video-model/fetch-file.ts';
import { fileIdOf } from '#edge-api/providers/video-model/upstream-video.ts';

const FROM = 'https://generativelanguage.googleapis.com/v1beta/files/x:download?alt=media';

describe('a redirect to a file', () => {
  test.each([
    'https://storage.googleapis.com/bucket/clip.mp4?sig=1',
    'https://lh3.googleusercontent.com/clip',
    '/v1beta/files/y:download?alt=media',
  ])('is followed to %s', (location) => {
    expect(redirectTarget(location, FROM, null)).toBe(new URL(location, FROM).href);
  });

  test.each([
    'http://storage.googleapis.com/clip',
    'https://storage.googleapis.com:8443/clip',
    'https://user@storage.googleapis.com/clip',
    'https://user:word@storage.googleapis.com/clip',
    'https://storage.googleapis.com@evil.example/clip',
    'https://evil.example/clip',
    'https://googleapis.com.evil.example/clip',
    'https://evilgoogleapis.com/clip',
    'https://evil.example/#.googleapis.com',
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/',
    'http://[::1]/',
    'https://[fd00::1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://127.0.0.1:8787/api/user',
    'http://localhost/',
    'file:///etc/passwd',
    'ftp://storage.googleapis.com/clip',
    'data:video/mp4;base64,AAAA',
    'javascript:alert(1)',
    '//evil.example/clip',
    '\\\\evil.example\\clip',
    'https://',
    '',
    'gopher://x',
    'https://metadata.google.internal/',
    'https://googleusercontent.com.evil.example',
    'https://xn--googleapis-.com/clip',
  ])('is not followed to %s', (location) => {
    const target = redirectTarget(location, FROM, null);
    expect(target === null ? null : new URL(target).hostname).toBeOneOf([null, 'generativelanguage.googleapis.com']);
  });

  test('goes to the configured host in place of the provider’s, on any port, and nowhere else', () => {
    const base = 'http://127.0.0.1:9000';
    expect(redirectTarget('http://127.0.0.1:9001/clip', `${base}/v1beta/files/x`, base)).toBe(
      'http://127.0.0.1:9001/clip',
    );
    expect(redirectTarget('http://127.0.0.2:9000/clip', `${base}/v1beta/files/x`, base)).toBeNull();
    expect(redirectTarget(null, FROM, null)).toBeNull();
  });
});

test.each([
  ['https://generativelanguage.googleapis.com/v1beta/files/xyz789:download?alt=media', 'xyz789'],
  ['https://evil.example/v1beta/files/abc-_1', 'abc-_1'],
  ['https://generativelanguage.googleapis.com/v1beta/files/../secrets:download', null],
  ['https://generativelanguage.googleapis.com/v1beta/files/a%2fb:download', null],
  ['https://generativelanguage.googleapis.com/v1beta/files/', null],
  ['no address at all', null],
])('of the address %s the file id is %s', (uri, id) => {
  expect(fileIdOf(uri)).toBe(id);
});

describe('what a failed call means', () => {
  const body = (error: Record<string, unknown>) => JSON.stringify({ error });
  const rpc = (status: string, message: string, ...details: object[]) => body({ code: 0, status, message, details });
  const coded = (code: string, message: string) => body({ code, message });
  const [INVALID, DENIED, TIRED] = ['INVALID_ARGUMENT', 'PERMISSION_DENIED', 'RESOURCE_EXHAUSTED'];
  const PASS_A_KEY = 'Please pass a valid API key.';
  const TWO_KEYS = 'Multiple authentication credentials received. Please pass only one.';

  test.each([
    [400, rpc(INVALID, `API key not valid. ${PASS_A_KEY}`, { reason: 'API_KEY_INVALID' }), 'api_key'],
    [400, rpc(INVALID, `API Key not found. ${PASS_A_KEY}`), 'api_key'],
    [403, rpc(DENIED, 'Your API key was reported as leaked. Please use another API key.'), 'api_key'],
    [403, rpc(DENIED, 'Suspended.', { reason: 'CONSUMER_SUSPENDED' }), 'api_key'],
    [401, rpc('UNAUTHENTICATED', 'Nope.'), 'api_key'],
    [402, body({ message: 'Credit gone.' }), 'not_entitled'],
    [400, rpc('FAILED_PRECONDITION', 'User location is not supported for the API use.'), 'not_entitled'],
    [429, rpc(TIRED, 'Slow down.', { violations: [{ quotaId: 'PerDay-FreeTier' }] }), 'not_entitled'],
    [429, rpc(TIRED, 'Slow down.', { violations: [{ quotaValue: '0' }] }), 'not_entitled'],
    [429, rpc(TIRED, 'Resource has been exhausted.'), 'busy'],
    [429, 'not even JSON', 'busy'],
    [503, rpc('UNAVAILABLE', 'The model is overloaded.'), 'busy'],
    [503, coded('unavailable', 'The model is overloaded.'), 'busy'],
    [503, '<html>Service Unavailable</html>', 'lost'],
    [500, rpc('INTERNAL', 'Internal.'), 'lost'],
    [502, '<html>Bad Gateway</html>', 'lost'],
    [504, '', 'lost'],
    [408, body({ message: 'Timed out.' }), 'lost'],
    [400, coded('SAFETY', 'Blocked.'), 'refused'],
    [400, coded('invalid_request', 'The prompt was blocked by our safety policy.'), 'refused'],
    [404, rpc('NOT_FOUND', 'This model models/veo is no longer available.'), 'model_gone'],
    [400, coded('invalid_request', 'Invalid interaction name: interactions/gone'), 'missing'],
    [400, coded('invalid_request', TWO_KEYS), 'credentials_misread'],
    [400, coded('invalid_request', 'duration must be a string'), 'invalid'],
    [403, `[${rpc(DENIED, 'The caller does not have permission')}]`, 'api_key'],
  ])('%i %s is %s', (status, text, kind) => {
    expect(readHttpError(status, text).kind).toBe(kind);
  });

  test('tells when to come back', () => {
    const retry = (retryDelay: string) =>
      readHttpError(429, body({ message: 'Slow down.', details: [{ retryDelay }] }));
    expect(retry('34s')).toMatchObject({ kind: 'busy', retryAfterMs: 34_000 });
    expect(retry('1.5s')).toMatchObject({ retryAfterMs: 1_500 });
    expect(retry('soon')).toMatchObject({ retryAfterMs: null });
  });

  test('a connection that was never made is told from one that broke', () => {
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    });
    const reset = new TypeError('fetch failed', { cause: Object.assign(new Error('socket'), { code: 'ECONNRESET' }) });
    expect(readUpstreamError(refused).kind).toBe('not_sent');
    expect(readUpstreamError(reset).kind).toBe('lost');
    expect(readUpstreamError(new DOMException('Too slow.', 'TimeoutError')).kind).toBe('lost');
    expect(readUpstreamError('nothing known').kind).toBe('lost');
  });
});
