import type { Route } from './+types/signature-file'
import { answerWithFile } from './answer-with-file.server.ts'
import { findCertificate } from './read-certificate.server.ts'

/** The 64 bytes of the signature over the signed file. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await findCertificate(params.code, request)
  return answerWithFile(
    found?.signed && {
      name: 'certificate.sig',
      type: 'application/octet-stream',
      bytes: Uint8Array.from(Buffer.from(found.signed.signature, 'base64')),
    },
  )
}
