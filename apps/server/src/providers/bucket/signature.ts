import { createHash, createHmac } from 'node:crypto'

export type BucketKeys = { region: string; accessKeyId: string; secretAccessKey: string }
type Unsigned = { method: string; url: URL; body: Buffer }

/**
 * The headers of a request signed by AWS Signature Version 4, for addresses without a query:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signRequest({ method, url, body }: Unsigned, keys: BucketKeys) {
  // The other machine compares it with its own clock, which no test or demo may move.
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const bodyHash = hexOf(body)
  const sent = { 'x-amz-content-sha256': bodyHash, 'x-amz-date': time }
  const signed = Object.entries({ host: url.host, ...sent })
  const names = signed.map(([name]) => name).join(';')
  const lines = signed.map(([name, value]) => `${name}:${value}`)
  const request = [method, url.pathname, '', ...lines, '', names, bodyHash].join('\n')

  const scope = [day, keys.region, 's3', 'aws4_request']
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), hexOf(request)].join('\n')
  const key = scope.reduce<string | Buffer>(hmacOf, `AWS4${keys.secretAccessKey}`)
  const signature = hmacOf(key, text).toString('hex')
  const credential = `${keys.accessKeyId}/${scope.join('/')}`
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

const hexOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmacOf = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest()
