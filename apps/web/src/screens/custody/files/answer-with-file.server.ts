type File = { name: string; type: string; bytes: string | Uint8Array<ArrayBuffer> }

/** A file to save. 404 where there is none; it is never kept, because it may be withdrawn. */
export function answerWithFile(file: File | null | undefined): Response {
  if (!file) return new Response('No certificate\n', { status: 404 })
  return new Response(file.bytes, {
    headers: {
      'content-type': file.type,
      'content-disposition': `attachment; filename="${file.name}"`,
      'cache-control': 'no-store',
    },
  })
}
