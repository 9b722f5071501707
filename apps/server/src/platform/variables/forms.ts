/** The forms in which variables are written. */
import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'

export const port = z.coerce.number<string>().int().min(0).max(65_535)
export const key = z.base64().transform((text, context) => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 32) context.addIssue('must be 32 bytes in base64')
  return bytes
})
export const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('must be JSON')
    return z.NEVER
  }
})
export const keyRing = json.pipe(z.array(z.strictObject({ id: z.string().min(1), key })).min(1))
export const privateKey = z.looseObject({ kty: z.literal('OKP'), kid: z.string(), d: z.string() })

export const list = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().min(8)).min(1))
export const dnsServer = z.string().transform((text, context) => {
  const colon = text.lastIndexOf(':')
  const address = text.slice(0, colon).replace(/^\[(.*)\]$/, '$1')
  const portNumber = Number(text.slice(colon + 1))
  if (isIP(address) === 0 || !Number.isInteger(portNumber) || portNumber < 1) {
    context.addIssue('must be an address and a port, as in 127.0.0.1:53')
  }
  return { address, port: portNumber }
})
export const socket = z.string().transform((text, context) => {
  if (text.startsWith('/')) return { path: text }
  const [, host = '', portNumber = ''] = /^\[?(.+?)\]?:(\d+)$/.exec(text) ?? []
  if (!host) context.addIssue('must be the path of a socket, or a host and a port')
  return { host, port: Number(portNumber) }
})
export const dkimKey = z.string().transform((text, context) => {
  const pem = text.startsWith('-----') ? text : Buffer.from(text, 'base64').toString()
  if (!isDkimKey(pem)) context.addIssue('must be an RSA key of 2048 bits or more, as PEM')
  return pem
})
export const certificate = z.string().startsWith('-----BEGIN CERTIFICATE')
export const standIn = <T extends z.ZodType>(schema: T) =>
  schema.optional().describe('For stand-ins; production refuses it.')

function isDkimKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
  } catch {
    return false
  }
}
