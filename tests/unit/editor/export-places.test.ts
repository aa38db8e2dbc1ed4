import { expect, test } from 'vitest';
import { exportPlaces, type PlacesAsked } from '#editor/export-places.ts';
import type { ExportPreview } from '#editor/export-preview.ts';
import type { PlanSummary } from '#media/worker/client.ts';
import { planSummary } from '#tests/helpers/export-row.ts';

const noEncoder: ExportPreview = { can: false, reason: 'Your browser can’t write H.264 video at 1920×1080.' };
const ffmpeg = { available: true, error: null };
const noFfmpeg = { available: false, error: 'FFmpeg isn’t installed on the server.' };

test('takes the browser where it can, and names what makes it so', () => {
  const places = ask({ preview: encoding });
  expect(places).toMatchObject({ browser: { can: true }, server: { can: true }, chosen: 'browser' });
  expect(places.browser.reason).toBe(
    'Your browser has every encoder and decoder that this movie needs. It also works offline.',
  );
});

test('takes the server where the browser lacks something, and says what', () => {
  const places = ask({ preview: noEncoder });
  expect(places.chosen).toBe('server');
  expect(places.browser).toEqual({ can: false, reason: noEncoder.reason });
});

test('leaves the choice to the person where both can, and only there', () => {
  expect(ask({ preview: encoding, picked: 'server' }).chosen).toBe('server');
  expect(ask({ preview: encoding, picked: 'server', ffmpeg: noFfmpeg }).chosen).toBe('browser');
  expect(ask({ preview: noEncoder, picked: 'browser' }).chosen).toBe('server');
});

test('takes neither while this browser is still being asked, and where neither can', () => {
  expect(ask({ preview: undefined })).toMatchObject({ browser: { can: null, reason: null }, chosen: null });
  expect(ask({ preview: noEncoder, ffmpeg: undefined })).toMatchObject({ server: { can: null }, chosen: null });
  const none = ask({ preview: noEncoder, ffmpeg: noFfmpeg });
  expect(none.chosen).toBeNull();
  expect(none.server).toEqual({ can: false, reason: noFfmpeg.error });
});

test('a movie that is only joined needs no encoder here and no ffmpeg there', () => {
  const places = ask({ preview: joining, ffmpeg: noFfmpeg });
  expect(places).toMatchObject({ browser: { can: true }, server: { can: true }, chosen: 'browser' });
  expect(places.browser.reason).toMatch(/^Nothing is encoded/);
  expect(places.server.reason).toMatch(/^Nothing is encoded/);
});

test('the server encodes a WebM in any case, and only with an ffmpeg that can', () => {
  const joined = ask({ preview: joining, format: 'webm' });
  expect(joined.browser.reason).toMatch(/^Nothing is encoded/);
  expect(joined.server.reason).toMatch(/^The server encodes the movie/);
  expect(ask({ preview: joining, format: 'webm', ffmpeg: noFfmpeg }).server.can).toBe(false);
  const error = 'The server’s ffmpeg can’t encode with libvpx-vp9. Install an ffmpeg that can.';
  const lacking = { preview: noEncoder, ffmpeg: { available: true, error } };
  expect(ask({ ...lacking, format: 'webm' })).toMatchObject({ server: { can: false, reason: error }, chosen: null });
  expect(ask({ ...lacking, format: 'mp4' }).chosen).toBe('server');
});

test('silence between scenes with sound has to be encoded, by ffmpeg on the server', () => {
  const silent = preview({ silentSeconds: 4, silentReasons: ['no-sound'] });
  expect(ask({ preview: silent, ffmpeg: noFfmpeg }).server.can).toBe(false);
});

test('a movie that would be silent where this browser can’t decode the sound is written by the server', () => {
  const silent = preview({}, [{ sceneNumber: 3, codec: 'AC-3' }]);
  const places = ask({ preview: silent });
  expect(places).toMatchObject({ browser: { can: true }, server: { can: true }, chosen: 'server' });
  expect(places.browser.reason).toBe(
    'Your browser can’t decode the sound of scene 3, so it can only write the movie without it.',
  );
  expect(ask({ preview: silent, picked: 'browser' }).chosen).toBe('browser');
  expect(ask({ preview: silent, ffmpeg: noFfmpeg }).server.can).toBe(false);
});

test('the server is out of reach offline and for a session that has ended', () => {
  const offline = ask({ preview: noEncoder, reach: 'offline' });
  expect(offline).toMatchObject({ server: { can: false }, chosen: null });
  expect(offline.server.reason).toMatch(/Go online/);
  expect(ask({ preview: noEncoder, reach: 'signed-out' }).server.reason).toMatch(/^Sign in/);
});

test('says what of the person’s edits the server waits for, and which it would not see', () => {
  expect(ask({ unsent: { ...sent, waiting: 2 } }).server.reason).toMatch(/Your 2 unsaved changes are sent first\.$/);
  const refused = ask({ unsent: { ...sent, refused: 'Trim scene 2' } });
  expect(refused.server).toEqual({
    can: false,
    reason: 'The server refused “Trim scene 2”, so its movie wouldn’t have that change. Resolve it first.',
  });
});

test('says which files are uploaded first, and refuses where one never will be', () => {
  const uploads = { count: 2, leftBytes: 310_000_000 };
  expect(ask({ unsent: { ...sent, waiting: 3, uploads } }).server.reason).toMatch(
    /done\. Your 2 files are uploaded first \(310 MB to go\)\.$/,
  );
  const refusedFile = 'The server doesn’t have “Beach.mp4”, which this movie uses.';
  expect(ask({ unsent: { ...sent, refusedFile } })).toMatchObject({
    server: { can: false, reason: refusedFile },
    chosen: 'browser',
  });
});

const sent: PlacesAsked['unsent'] = { waiting: 0, refused: null, uploads: null, refusedFile: null };
const joining = preview({});
const encoding = preview({ copiedSeconds: 0, encodedSeconds: 16, reasons: ['format'] });

function ask(asked: Partial<PlacesAsked>): ReturnType<typeof exportPlaces> {
  const preview = encoding;
  return exportPlaces({ preview, format: 'mp4', ffmpeg, reach: 'online', unsent: sent, picked: null, ...asked });
}

function preview(sound: Partial<PlanSummary['sound']>, leftOutSound: PlanSummary['leftOutSound'] = []): ExportPreview {
  return { can: true, summary: planSummary({ sound: { ...planSummary().sound, ...sound }, leftOutSound }) };
}
