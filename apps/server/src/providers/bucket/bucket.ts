import { AppError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config.ts'
import { signRequest } from './signature.ts'

const timeoutMs = 20_000
/** More than any file of ours has. Whoever has the bucket could otherwise fill our memory. */
const bytesMax = 12 * 1024 * 1024

/** A bucket of any S3. There is no way to delete: files are kept, and so are their objects. */
export function createBucket({ bucket }: Pick<Config, 'bucket'>) {
  if (!bucket) return undefined
  const { endpoint, name: bucketName, secretAccessKey, ...rest } = bucket

  async function send(method: 'GET' | 'PUT', name: string, body: Buffer = Buffer.alloc(0)) {
    const url = new URL(`${endpoint}/${bucketName}/${name}`)
    const keys = { ...rest, secretAccessKey: secretAccessKey.reveal() }
    const response = await fetch(url, {
      method,
      headers: signRequest({ method, url, body }, keys),
      ...(method === 'PUT' && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, answer: await readAnswer(response) }
  }

  return {
    /** A second time under the same name does no harm, as long as it is the same. */
    async put(name: string, bytes: Buffer): Promise<void> {
      const { status, answer } = await send('PUT', name, bytes).catch(bucketAway)
      if (status !== 200) bucketAway(refusalOf(status, answer))
    },
    async get(name: string): Promise<Buffer> {
      const { status, answer } = await send('GET', name).catch(bucketAway)
      if (status === 200) return answer
      const refusal = refusalOf(status, answer)
      if (status === 404) throw refusal // It was there: waiting does not bring it back.
      return bucketAway(refusal)
    },
  }
}

async function readAnswer({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > bytesMax) throw new Error('The bucket answers more than any file has')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const refusalOf = (status: number, answer: Buffer) =>
  new Error(`The bucket answers ${status}: ${answer.toString('utf8', 0, 500)}`)

function bucketAway(cause: unknown): never {
  throw Object.assign(new AppError('file_unavailable'), { cause })
}
