/** The tracks of a clip as the library opens them. */
import type { InputAudioTrack, InputVideoTrack } from 'mediabunny';

export type ClipTracks = { video: InputVideoTrack; audio: InputAudioTrack | null };
