import { connect, type Socket } from 'node:net'

export type Load = {
  port: number
  connections: number
  ms: number
  /** The path of the next request, and header lines of its own if it has any. */
  next: () => { path: string; headers?: string }
  /** What every answer has to be. */
  status?: number
}

/**
 * Sends requests on kept connections, each as soon as the one before is answered, and returns how
 * many were answered. It writes and reads bare bytes, so that it takes little of the machine that it
 * shares with what is measured.
 */
export async function loadFor({
  port,
  connections,
  ms,
  next,
  status = 200,
}: Load): Promise<number> {
  const until = performance.now() + ms
  const counts = await Promise.all(
    Array.from({ length: connections }, () => loadOne({ port, until, next, status })),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

type One = { port: number; until: number; next: Load['next']; status: number }

function loadOne({ port, until, next, status }: One): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let count = 0
    const finish = () => {
      socket.destroy()
      resolve(count)
    }
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    const send = () => {
      if (performance.now() >= until) return finish()
      const { path, headers = '' } = next()
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${nextAddress()}${headers}\r\n`)
    }
    socket.on('connect', send)
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('The server closed a connection of the load')))
    readAnswers(socket, (answered) => {
      if (answered !== status) return fail(new Error(`Answered ${answered} and not ${status}`))
      count += 1
      send()
    })
  })
}

let calls = 0

/** Each from an address of its own, so that rate limits do not apply. */
function nextAddress(): string {
  calls++
  return `x-forwarded-for: 198.${18 + (calls % 2)}.${(calls >> 9) & 255}.${(calls >> 1) & 255}\r\n`
}

function readAnswers(socket: Socket, answered: (status: number) => void): void {
  let held: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const end = held.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = held.toString('latin1', 0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (held.length < end + 4 + length) return
    held = held.subarray(end + 4 + length)
    answered(Number(head.slice(9, 12)))
  })
}
