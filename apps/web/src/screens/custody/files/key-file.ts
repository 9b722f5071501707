import type { Route } from './+types/key-file'
import { answerWithFile } from './answer-with-file.server.ts'
import { readKey } from './read-certificate.server.ts'

/** The public key that certificates are checked with. */
export async function loader({ request }: Route.LoaderArgs) {
  const { pem } = await readKey(request)
  return answerWithFile({ name: 'key.pem', type: 'application/x-pem-file', bytes: pem })
}
