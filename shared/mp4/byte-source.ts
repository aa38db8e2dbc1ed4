/** A file that is read by ranges, wherever it lies: on this device, on a disk of the server, in an object store. */
export type ByteSource = {
  sizeBytes: number;
  /** The bytes from `start` up to, not including, `end`; both lie within the file. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
};

/** A file with what its host has it by, such as a Blob, of which a browser copies ranges by itself. */
export type HeldSource<Handle> = ByteSource & { handle: Handle };

/** What of a Blob is needed, so that this folder needs no browser. */
type Sliceable = { size: number; slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> } };

export function blobSource<B extends Sliceable>(blob: B): HeldSource<B> {
  return {
    handle: blob,
    sizeBytes: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  };
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
