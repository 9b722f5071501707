/** A DNS server that answers with whatever bytes a test gives it. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode } from 'dns-packet'
import { findFreePort } from './dns-process.ts'

export type Asked = { id: number; name: string; type: string; via: 'udp' | 'tcp' }
export type Script = (asked: Asked) => Buffer[] | Promise<Buffer[]>

export type RawDnsServer = Awaited<ReturnType<typeof startRawDnsServer>>

/** With `isRawTcp` the script's bytes go over TCP as they are, so that lengths can be wrong. */
export async function startRawDnsServer(
  script: Script,
  { address = '127.0.0.1', port = 0, isRawTcp = false } = {},
) {
  const asked: Asked[] = []
  let isClosed = false
  const answer = async (wire: Buffer, via: Asked['via']) => {
    const { id = 0, questions } = decode(wire)
    const [question] = questions ?? []
    const one = { id, name: question?.name ?? '', type: question?.type ?? '', via }
    asked.push(one)
    return script(one)
  }

  const tcp = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', (chunk: Buffer) => {
      void answer(chunk.subarray(2), 'tcp').then((messages) => {
        for (const message of messages) socket.write(isRawTcp ? message : withLength(message))
      })
    })
  })
  const bound = port === 0 ? await findFreePort([address]) : port
  tcp.listen(bound, address)
  await once(tcp, 'listening')

  const udp = createSocket('udp4')
  udp.on('message', (wire, peer) => {
    void answer(wire, 'udp').then((messages) => {
      if (isClosed) return // The client and the socket are gone.
      for (const message of messages) udp.send(message, peer.port, peer.address)
    })
  })
  udp.bind(bound, address)
  await once(udp, 'listening')
  return {
    address,
    port: bound,
    asked,
    close: async (): Promise<void> => {
      isClosed = true
      udp.close()
      tcp.close()
    },
  }
}

export type Said = {
  answers?: Answer[]
  authorities?: Answer[]
  code?: number
  /** Extra header bits, such as "truncated". */
  flags?: number
  isAuthoritative?: boolean
}

export function sayTo(asked: Pick<Asked, 'id' | 'name' | 'type'>, said: Said = {}): Buffer {
  const { answers = [], authorities = [], code = 0, flags = 0, isAuthoritative = true } = said
  return encode({
    type: 'response',
    id: asked.id,
    flags: flags | code | (isAuthoritative ? AUTHORITATIVE_ANSWER : 0),
    questions: [{ name: asked.name, type: asked.type as 'TXT' }], // One of the types we ask for.
    answers,
    authorities,
  })
}

export function withLength(message: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return Buffer.concat([length, message])
}
