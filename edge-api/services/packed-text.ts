/** Long texts in rows, compressed with gzip, which Node and workers share. */

export async function packText(text: string): Promise<ArrayBuffer> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

export async function unpackText(packed: ArrayBuffer): Promise<string> {
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
