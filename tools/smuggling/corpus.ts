import type { Server } from 'node:http'
import { connect } from 'node:net'

/** Sends these bytes and returns everything that comes back. */
export const sendRaw = (port: number, bytes: string, { thenClose = false } = {}): Promise<string> =>
  new Promise((resolve) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, 'latin1')
      if (thenClose) socket.destroy()
    })
    socket.on('data', (part) => (said += part.toString('latin1')))
    socket.on('close', () => resolve(said))
    socket.on('error', () => resolve(said))
    setTimeout(() => socket.destroy(), 400)
  })

export const hidden = 'POST /api/hidden HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'
const size = hidden.length.toString(16)
export const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`

/** Whoever reads the bytes first decides where a request ends. */
type Reader = 'node' | 'nginx'
type Raw = {
  bytes: string
  /** How many further requests that reader rightly finds after the first, in plain sight. */
  follow: Record<Reader, number>
}

/** Each hides a second request where two readers might disagree; nobody may find it. */
const hiding: Record<string, string> = {
  'a body of a GET, by length':
    lines('GET /api/a HTTP/1.1', 'Host: x', `Content-Length: ${hidden.length}`) + hidden,
  'a body of a GET, in chunks': `${lines('GET /api/a HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}${size}\r\n${hidden}\r\n0\r\n\r\n`,
  'a body of a GET whose encoding is named in Connection': `${lines('GET /api/a HTTP/1.1', 'Host: x', 'Connection: transfer-encoding', 'Transfer-Encoding: chunked')}${size}\r\n${hidden}\r\n0\r\n\r\n`,
  'a body of a HEAD, by length':
    lines('HEAD /api/a HTTP/1.1', 'Host: x', `Content-Length: ${hidden.length}`) + hidden,
  'a length named in Connection':
    lines(
      'POST /api/a HTTP/1.1',
      'Host: x',
      'Connection: content-length',
      `Content-Length: ${hidden.length}`,
    ) + hidden,
  'an encoding named in Connection': `${lines('POST /api/a HTTP/1.1', 'Host: x', 'Connection: transfer-encoding', 'Transfer-Encoding: chunked')}${size}\r\n${hidden}\r\n0\r\n\r\n`,
  'length, then encoding': `${lines('POST /api/a HTTP/1.1', 'Host: x', 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${hidden}`,
  'encoding, then length': `${lines('POST /api/a HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n${hidden}`,
  'two lengths':
    lines(
      'POST /api/a HTTP/1.1',
      'Host: x',
      'Content-Length: 0',
      `Content-Length: ${hidden.length}`,
    ) + hidden,
  'two lengths in one line':
    lines('POST /api/a HTTP/1.1', 'Host: x', `Content-Length: 0, ${hidden.length}`) + hidden,
  'a signed length':
    lines('POST /api/a HTTP/1.1', 'Host: x', `Content-Length: +${hidden.length}`) + hidden,
  'a negative length': lines('POST /api/a HTTP/1.1', 'Host: x', 'Content-Length: -1') + hidden,
  'a length with letters':
    lines('POST /api/a HTTP/1.1', 'Host: x', `Content-Length: ${hidden.length}abc`) + hidden,
  'a length of blanks': lines('POST /api/a HTTP/1.1', 'Host: x', 'Content-Length: 0 2') + hidden,
  'an unknown encoding':
    lines('POST /api/a HTTP/1.1', 'Host: x', 'Transfer-Encoding: xchunked') + hidden,
  'two encodings': `${lines('POST /api/a HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity')}0\r\n\r\n${hidden}`,
  'an encoding behind a tab': `${lines('POST /api/a HTTP/1.1', 'Host: x', 'Transfer-Encoding:\tchunked', 'Content-Length: 4')}0\r\n\r\n${hidden}`,
  'a blank before the colon': `${lines('POST /api/a HTTP/1.1', 'Host: x', 'Transfer-Encoding : chunked', 'Content-Length: 4')}0\r\n\r\n${hidden}`,
  'a folded header': `${lines('POST /api/a HTTP/1.1', 'Host: x', 'X-Own: a', ' Transfer-Encoding: chunked')}0\r\n\r\n${hidden}`,
  'a chunk that is too long': `${lines('POST /api/a HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}ffffffffffffffff0\r\n${hidden}`,
  'lines that end in a line feed': `POST /api/a HTTP/1.1\nHost: x\nContent-Length: 0\nTransfer-Encoding: chunked\n\n0\n\n${hidden}`,
  'a carriage return in a header': `${lines('POST /api/a HTTP/1.1', 'Host: x', 'X-Own: a\rTransfer-Encoding: chunked')}0\r\n\r\n${hidden}`,
  'a zero byte in a header': `${lines('POST /api/a HTTP/1.1', 'Host: x', 'X-Own: a\0b')}${hidden}`,
  'a line break in the address': `${lines('GET /api/a HTTP/1.1\rX: y HTTP/1.1', 'Host: x')}${hidden}`,
  'a whole address':
    lines(
      'GET http://elsewhere.example/api/a HTTP/1.1',
      'Host: x',
      `Content-Length: ${hidden.length}`,
    ) + hidden,
  'an upgrade': `${lines('GET /api/a HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: h2c', `Content-Length: ${hidden.length}`)}${hidden}`,
  'an expectation':
    lines(
      'GET /api/a HTTP/1.1',
      'Host: x',
      'Expect: 100-continue',
      `Content-Length: ${hidden.length}`,
    ) + hidden,
  'a tunnel':
    lines('CONNECT /api/a HTTP/1.1', 'Host: x', `Content-Length: ${hidden.length}`) + hidden,
  'a request in the address': lines(
    `GET /api/a?x=${encodeURIComponent(` HTTP/1.1\r\nHost: x\r\n\r\n${hidden}`)} HTTP/1.1`,
    'Host: x',
  ),
  'two hosts':
    lines('POST /api/a HTTP/1.1', 'Host: x', 'Host: y', `Content-Length: ${hidden.length}`) +
    hidden,
}

/** For one of the two readers the first request ends here, so the second is not hidden. */
const ending: Record<string, Raw> = {
  // Node takes chunks in HTTP/1.0; nginx refuses them.
  'an encoding in HTTP/1.0': {
    bytes: `${lines('POST /api/a HTTP/1.0', 'Transfer-Encoding: chunked', 'Connection: keep-alive')}0\r\n\r\n${hidden}`,
    follow: { node: 1, nginx: 0 },
  },
  // nginx ends a chunk line at a line feed; Node refuses a line feed alone.
  'an extension of a chunk': {
    bytes: `${lines('POST /api/a HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}0;a=\n\r\n\r\n${hidden}`,
    follow: { node: 0, nginx: 1 },
  },
  'a chunk that ends in a line feed': {
    bytes: `${lines('POST /api/a HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}0\n\n${hidden}`,
    follow: { node: 0, nginx: 1 },
  },
}

export const corpus: Record<string, Raw> = {
  ...Object.fromEntries(
    Object.entries(hiding).map(([name, bytes]) => [name, { bytes, follow: { node: 0, nginx: 0 } }]),
  ),
  ...ending,
}

const unreadable = 'unreadable'

/**
 * Records what the API cannot parse as a request: where it and the web disagree about an end, part
 * of a body can precede the second request. A cut connection does not count.
 */
export const noteUnreadable = (api: Server, note: (url: string) => void) =>
  api.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (/^HPE_(?!INVALID_EOF_STATE)/.test(error.code ?? '')) note(unreadable)
    socket.destroy()
  })

/** How often something after the first request was taken for another request. */
export const countHidden = (arrived: { url: string }[]) =>
  arrived.filter(({ url }) => url === '/api/hidden' || url === unreadable).length
