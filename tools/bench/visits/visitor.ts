import { connect } from 'node:net'

type Asked = { port: number; path: string; address: string }
type Waiting = { resolve: (body: Buffer) => void; reject: (error: Error) => void }

const headEndMark = '\r\n\r\n'

/**
 * A visitor on a connection of their own, who takes compressed answers. Node's client would use more
 * processor time than the servers that it asks.
 */
export function openVisitor({ port, path, address }: Asked) {
  const socket = connect(port, '127.0.0.1')
  const request = [
    `GET ${path} HTTP/1.1`,
    'host: localhost:4300',
    'accept-encoding: gzip, br',
    `x-forwarded-for: ${address}`,
    '\r\n',
  ].join('\r\n')
  const answer = openAnswer(path)
  let waiting: Waiting | undefined
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error(`${path}: the connection was closed`)))
  socket.on('data', (part) => {
    try {
      const body = answer.take(part)
      if (body) waiting?.resolve(body)
    } catch (error) {
      waiting?.reject(error as Error)
    }
  })
  return {
    ask: () =>
      new Promise<Buffer>((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    leave() {
      waiting = undefined
      socket.destroy()
    },
  }
}

/** Puts the parts of one answer after another together. Anything but 200 is an error. */
function openAnswer(path: string) {
  let parts: Buffer[] = []
  let length = 0
  let place: { from: number; to: number } | undefined
  return {
    take(part: Buffer): Buffer | undefined {
      parts.push(part)
      length += part.length
      place ??= findBody(path, Buffer.concat(parts).toString('latin1'))
      if (!place || length < place.to) return undefined
      const body = Buffer.concat(parts).subarray(place.from)
      parts = []
      length = 0
      place = undefined
      return body
    },
  }
}

function findBody(path: string, said: string) {
  const end = said.indexOf(headEndMark)
  if (end < 0) return undefined
  const head = said.slice(0, end)
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`${path}: ${head}`)
  const given = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (given === undefined) throw new Error(`${path} has no length`)
  const from = end + headEndMark.length
  return { from, to: from + Number(given) }
}
