/** One query over UDP or TCP. The caller chooses the server and has checked its address. */
import { createSocket } from 'node:dgram'
import { connect, isIPv6, type Socket } from 'node:net'
import { inCall } from '@pier/telemetry/spans'
import { createQuery, DnsError, type DnsReply, type Question, readReply } from './dns-message.ts'

export type DnsServer = { address: string; port: number }
export type Patience = { signal: AbortSignal; timeoutMs: number }

export const askOverUdp = (server: DnsServer, question: Question, patience: Patience) =>
  inCall(`dns ${question.type}`, () => askByUdp(server, question, patience))

export const askOverTcp = (server: DnsServer, question: Question, patience: Patience) =>
  inCall(`dns ${question.type} over tcp`, () => askByTcp(server, question, patience))

/** Ignores what is not our answer: somebody may be guessing, and the real one may still come. */
async function askByUdp(
  { address, port }: DnsServer,
  question: Question,
  patience: Patience,
): Promise<DnsReply> {
  const query = createQuery(question)
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  let repeat: NodeJS.Timeout | undefined
  try {
    return await withPatience<DnsReply>(patience, (resolve, reject) => {
      const send = () => socket.send(query.wire)
      socket.on('error', (error) => reject(new DnsError('unreachable', error.message)))
      socket.on('message', (wire) => {
        const reply = readOurs(() => readReply(wire, query))
        if (reply) resolve(reply)
      })
      // A connected socket hears that one peer only.
      socket.connect(port, address, () => {
        send()
        repeat = setInterval(send, udpRepeatMs)
      })
    })
  } finally {
    clearInterval(repeat)
    socket.close()
  }
}

async function askByTcp(
  { address, port }: DnsServer,
  question: Question,
  patience: Patience,
): Promise<DnsReply> {
  const query = createQuery(question)
  const socket = connect({ host: address, port })
  try {
    const wire = await withPatience<Buffer>(patience, (resolve, reject) => {
      socket.on('error', (error) => reject(new DnsError('unreachable', error.message)))
      socket.on('close', () => reject(new DnsError('unreachable', 'The connection was closed')))
      socket.once('connect', () => socket.write(Buffer.concat([lengthOf(query.wire), query.wire])))
      collectMessage(socket, resolve, reject)
    })
    return readReply(wire, query)
  } finally {
    socket.destroy()
  }
}

const udpRepeatMs = 1_000
/** Far above any honest answer; larger ones are refused unread. */
const tcpBytesMax = 16_384

function collectMessage(
  socket: Socket,
  resolve: (wire: Buffer) => void,
  reject: (error: DnsError) => void,
): void {
  let received = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    if (received.length < 2) return
    const length = received.readUInt16BE(0)
    if (length > tcpBytesMax) reject(new DnsError('malformed', 'An answer that is too long'))
    else if (received.length >= length + 2) resolve(received.subarray(2, length + 2))
  })
}

function lengthOf(wire: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(wire.length)
  return length
}

function readOurs(read: () => DnsReply): DnsReply | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof DnsError) return null
    throw error
  }
}

async function withPatience<Value>(
  { signal, timeoutMs }: Patience,
  start: (resolve: (value: Value) => void, reject: (error: DnsError) => void) => void,
): Promise<Value> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const { promise, resolve, reject } = Promise.withResolvers<Value>()
  const giveUp = () => reject(new DnsError('timeout', 'No answer in time'))
  if (ended.aborted) giveUp()
  else ended.addEventListener('abort', giveUp, { once: true })
  try {
    start(resolve, reject)
    return await promise
  } finally {
    ended.removeEventListener('abort', giveUp)
  }
}
