/** The picture that is shown where somebody shares an address. */

/** As the built page names it. Whoever reads that page from elsewhere resolves no relative address. */
const RELATIVE = 'property="og:image" content="/share.jpg"';

/** The reply, or in place of a page the same page with the picture's whole address. @param publicUrl where people reach this host */
export async function withShareAddress(reply: Response, publicUrl: string): Promise<Response> {
  if (reply.status !== 200 || !(reply.headers.get('Content-Type') ?? '').startsWith('text/html')) return reply;
  const page = await reply.text();
  const { href } = new URL('/share.jpg', publicUrl);
  const headers = new Headers(reply.headers);
  headers.delete('Content-Length');
  return new Response(page.replace(RELATIVE, `property="og:image" content="${href}"`), { headers });
}
