/**
 * Which picture and which sound of a file count: the first of each, as our own reader and the server have it. The library
 * prefers the higher bitrate, which on new iPhones is a spatial copy of the sound that few programs can decode.
 */
import type { Input, InputAudioTrack, InputVideoTrack } from 'mediabunny';

export async function firstVideoTrack(input: Input): Promise<InputVideoTrack | null> {
  return (await input.getVideoTracks())[0] ?? null;
}

export async function firstAudioTrack(input: Input): Promise<InputAudioTrack | null> {
  return (await input.getAudioTracks())[0] ?? null;
}
