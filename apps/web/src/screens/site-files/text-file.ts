/** A plain file for programs and curious people; 503 while what it says is not known. */
export function textFile(text: string | null): Response {
  if (text === null) {
    return new Response('Not known at the moment. Please try again.\n', {
      status: 503,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    })
  }
  return new Response(text, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  })
}
