/**
 * A GET to a server that others have named. The name is resolved once, every address must be one of
 * the open internet, and the connection goes to the very address that was looked at.
 */
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { inCall } from '@pier/telemetry/spans'
import { isPublicAddress } from '../../platform/net/public-address.ts'
import { DnsError } from '../dns/dns-message.ts'
import type { DnsResolver } from '../dns/dns-resolver.ts'

export type Reach = {
  resolver: DnsResolver
  /** For tests only: servers on this machine, with their own certificates. */
  onlyForTests?: { isAllowed: (address: string) => boolean; ca: string } | undefined
}
type Limits = Reach & { isKnown: (url: URL) => boolean; bytesMax: number }
export type Document = { url: URL; status: number; retryAfter: string | null; body: string }

/** Why there is no answer from the server. */
export class RdapRequestError extends Error {}

const redirectsMax = 3
const requestMs = 5_000

export async function getDocument(start: URL, limits: Limits): Promise<Document> {
  const signal = AbortSignal.timeout(requestMs)
  let url = start
  for (let hops = 0; hops <= redirectsMax; hops += 1) {
    if (url.protocol !== 'https:' || !limits.isKnown(url)) {
      throw new RdapRequestError('It leads to a server that is not one of the known')
    }
    const reply = await inCall('rdap get', () => getOnce(url, limits, signal))
    if (reply.location === null) return { url, ...reply }
    if (!URL.canParse(reply.location, url.href)) throw new RdapRequestError('It leads nowhere')
    url = new URL(reply.location, url)
  }
  throw new RdapRequestError('It leads on and on')
}

async function getOnce(url: URL, limits: Limits, signal: AbortSignal) {
  const address = await findAddress(url, limits, signal)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const outgoing = request(url, {
    agent: false, // A reused connection would go to an address that was not checked this time.
    headers: { accept: 'application/rdap+json, application/json', 'accept-encoding': 'identity' },
    lookup: (_host, options, give) =>
      options.all
        ? give(null, [{ address, family: isIP(address) }])
        : give(null, address, isIP(address)),
    signal,
    ...(limits.onlyForTests && { ca: limits.onlyForTests.ca }),
  })
  outgoing.once('response', resolve)
  outgoing.on('error', (error) => reject(new RdapRequestError(error.message)))
  outgoing.end()
  try {
    return await readAnswer(await promise, limits.bytesMax)
  } finally {
    outgoing.destroy()
  }
}

async function findAddress(
  { hostname }: URL,
  { resolver, onlyForTests }: Limits,
  signal: AbortSignal,
): Promise<string> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isAllowed = onlyForTests?.isAllowed ?? isPublicAddress
  const addresses = isIP(host) ? [host] : await listAddresses(resolver, host, signal)
  const [first] = addresses
  if (first === undefined) throw new RdapRequestError(`${host} has no address`)
  // One private address among public ones is no accident.
  if (!addresses.every(isAllowed)) throw new RdapRequestError(`${host} is not of the open internet`)
  return first
}

async function listAddresses(resolver: DnsResolver, host: string, signal: AbortSignal) {
  try {
    return await resolver.listAddresses(host, signal)
  } catch (error) {
    if (error instanceof DnsError) throw new RdapRequestError(`${host}: ${error.message}`)
    throw error
  }
}

async function readAnswer(incoming: IncomingMessage, bytesMax: number) {
  const { statusCode: status = 0, headers } = incoming
  const isRedirect = [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined
  return {
    status,
    retryAfter: headers['retry-after'] ?? null,
    location: isRedirect ? (headers.location ?? null) : null,
    body: isRedirect ? '' : await readBody(incoming, bytesMax),
  }
}

async function readBody(incoming: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > bytesMax) throw new RdapRequestError('The answer is too long')
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof RdapRequestError) throw error
    throw new RdapRequestError(error instanceof Error ? error.message : 'The answer broke off')
  }
  return Buffer.concat(chunks).toString('utf8')
}
