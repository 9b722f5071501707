import { connect } from 'node:net'

/** Sends these bytes and gives everything that comes back. */
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

/** Each carries a second request where its reader and the next might disagree. */
export const corpus: Record<string, string> = {
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
  'an encoding in HTTP/1.0': `${lines('POST /api/a HTTP/1.0', 'Transfer-Encoding: chunked', 'Connection: keep-alive')}0\r\n\r\n${hidden}`,
  'an extension of a chunk': `${lines('POST /api/a HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}0;a=\n\r\n\r\n${hidden}`,
  'a chunk that is too long': `${lines('POST /api/a HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}ffffffffffffffff0\r\n${hidden}`,
  'a chunk that ends in a line feed': `${lines('POST /api/a HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}0\n\n${hidden}`,
  'lines that end in a line feed': `POST /api/a HTTP/1.1\nHost: x\nContent-Length: 0\nTransfer-Encoding: chunked\n\n0\n\n${hidden}`,
  'a carriage return in a header': `${lines('POST /api/a HTTP/1.1', 'Host: x', 'X-Own: a\rTransfer-Encoding: chunked')}0\r\n\r\n${hidden}`,
  'a zero byte in a header': `${lines('POST /api/a HTTP/1.1', 'Host: x', 'X-Own: a\0b')}${hidden}`,
  'a request in the address': lines('GET /api/a?x=%0d%0aHost:%20y HTTP/1.1', 'Host: x'),
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
  'two hosts': lines('POST /api/a HTTP/1.1', 'Host: x', 'Host: y', 'Content-Length: 0'),
}
