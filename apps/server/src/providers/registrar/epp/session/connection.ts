/** One TLS connection that carries frames: commands and their answers, in turn. */
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { RegistrarError } from '../../registrar-port.ts'
import { createFrameReader, encodeFrame } from './framing.ts'
import { redactFrame } from './redact.ts'

export type Endpoint = {
  host: string
  port: number
  /** Only where the registrar's certificate is not from a public authority. */
  ca?: string | undefined
  certificate?: { cert: string; key: string } | undefined
}
export type Timeouts = { connectMs: number; commandMs: number }

export type Trace = (direction: 'sent' | 'received', frame: string) => void

export type Connection = Awaited<ReturnType<typeof openConnection>>

export async function openConnection(endpoint: Endpoint, timeouts: Timeouts, trace?: Trace) {
  const socket = connect(tlsOptions(endpoint))
  const reader = createFrameReader()
  const inbox = createInbox()
  const end = (error: Error): void => {
    inbox.end(error)
    socket.destroy()
  }
  const receive = async (timeoutMs: number): Promise<string> => {
    const timer = setTimeout(() => end(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs)
    return await inbox.next().finally(() => clearTimeout(timer))
  }
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const frame of reader.push(chunk)) {
        trace?.('received', redactFrame(frame))
        inbox.push(frame)
      }
    } catch (error) {
      end(error as Error) // What cannot be read ends the connection.
    }
  })
  socket.on('error', end)
  socket.on('close', () => {
    try {
      reader.end()
      end(new Error('The connection was closed'))
    } catch (error) {
      end(error as Error) // It broke off inside a frame.
    }
  })

  await secured(socket, timeouts.connectMs)
  return {
    isOpen: () => inbox.ended() === null,
    /** An unsolicited frame is not the answer to the next command. */
    hasUnasked: () => inbox.size() > 0,
    receive: () => receive(timeouts.connectMs),
    async ask(xml: string): Promise<string> {
      const frame = encodeFrame(xml)
      const ended = inbox.ended()
      if (ended) throw new NotSent(ended)
      trace?.('sent', redactFrame(xml))
      socket.write(frame)
      return await receive(timeouts.commandMs)
    },
    close: () => end(new Error('The connection was closed by us')),
  }
}

type Waiting = { resolve: (frame: string) => void; reject: (error: Error) => void }

/** Received frames, for whoever waits for the next. */
function createInbox() {
  const frames: string[] = []
  let waiting: Waiting | null = null
  let ended: Error | null = null
  return {
    size: () => frames.length,
    ended: () => ended,
    push(frame: string): void {
      if (waiting) waiting.resolve(frame)
      else frames.push(frame)
      waiting = null
    },
    end(error: Error): void {
      ended ??= error
      waiting?.reject(ended)
      waiting = null
    },
    next(): Promise<string> {
      const ready = frames.shift()
      if (ready !== undefined) return Promise.resolve(ready)
      if (ended) return Promise.reject(ended)
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
      })
    },
  }
}

/** The command was never sent: sending it again is safe. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
  constructor(cause: Error) {
    super('The connection was closed before sending', { cause })
  }
}

function tlsOptions({ host, port, ca, certificate }: Endpoint): ConnectionOptions {
  return {
    host,
    port,
    // An address has no name to send; the certificate is then checked against the address.
    ...(!/^[\d.]+$|:/.test(host) && { servername: host }),
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(ca !== undefined && { ca }),
    ...(certificate && { cert: certificate.cert, key: certificate.key }),
  }
}

function secured(socket: TLSSocket, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => {
      socket.destroy()
      fail(new Error(`No connection within ${timeoutMs} ms`))
    }
    const timer = setTimeout(late, timeoutMs)
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(refuseConnection(error))
    }
    socket.once('secureConnect', () => (clearTimeout(timer), resolve()))
    socket.once('error', fail)
    socket.once('close', () => fail(new Error('The connection was closed')))
  })
}

/** An invalid certificate needs an operator; a refused port recovers by itself. */
function refuseConnection(error: Error & { code?: string }): RegistrarError {
  const isOurs = /CERT|SELF_SIGNED|UNABLE_TO|HOSTNAME|ALTNAME|^ERR_(TLS|SSL)/.test(error.code ?? '')
  return new RegistrarError(
    isOurs ? 'credentials' : 'temporarily_unavailable',
    `The registrar cannot be reached: ${error.code ?? error.message}`,
    { isRetryable: !isOurs, cause: error },
  )
}
