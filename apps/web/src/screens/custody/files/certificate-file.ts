import type { Route } from './+types/certificate-file'
import { answerWithFile } from './answer-with-file.server.ts'
import { findCertificate } from './read-certificate.server.ts'

/** The signed file, byte for byte as it was signed. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await findCertificate(params.code, request)
  return answerWithFile(
    found?.signed && {
      name: 'certificate.json',
      type: 'application/json',
      bytes: found.signed.text,
    },
  )
}
