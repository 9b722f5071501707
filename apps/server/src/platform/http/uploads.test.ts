import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { progressiveJpeg } from '../../../test/bombs/jpeg.ts'
import { listPictureProcesses } from '../../../test/bombs/picture-processes.ts'
import { givenLoans } from '../../../test/given/given-loans.ts'
import type { TestBrowser } from '../../../test/test-browser.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { App } from './app.ts'

const app = useTestApp()
const given = givenLoans(app)
/** Would take minutes to decode. */
const slow = progressiveJpeg({ width: 8000, height: 8000, scans: 4000 })
const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

type Loan = Awaited<ReturnType<typeof given.agreed>>
const listenOn = async (node: App) => {
  await node.listen({ port: 0, host: '127.0.0.1' })
  return (node.server.address() as AddressInfo).port
}

/** Over a real socket, so that the sender can disconnect. Only the headers are sent yet. */
function begin(
  port: number,
  { id, browser }: { id: string; browser: TestBrowser },
  length = slow.length,
) {
  const sending = request({
    port,
    agent: false,
    method: 'POST',
    path: `/api/escrow/${id}/evidence`,
    headers: {
      'content-type': 'application/pdf',
      'content-length': length,
      'x-forwarded-for': browser.address,
      'x-access-token': browser.token,
      cookie: `__Host-bind=${browser.cookie}`,
    },
  })
  sending.flushHeaders()
  const response = once(sending, 'response') as Promise<[IncomingMessage]>
  return { sending, answer: response.then(read, () => ({ status: 0, code: 'cut' })) }
}

async function read([response]: [IncomingMessage]) {
  const { code } = JSON.parse(await text(response)) as { code: string }
  return { status: response.statusCode, code }
}

const as = (loan: Loan, party: 'LENDER' | 'BORROWER') => ({ id: loan.id, ...loan.as(party) })

test('a fifth file at once is refused before it is sent; who goes away leaves room', async () => {
  const loan = await given.agreed()
  const port = await listenOn(await app.anotherNode())
  const five = Array.from({ length: 5 }, () => begin(port, as(loan, 'LENDER')))
  const tryNext = async () => {
    const { sending, answer } = begin(port, as(loan, 'LENDER'), pdf.length)
    sending.end(pdf)
    return (await answer).status
  }

  const first = await Promise.race(five.map(({ answer }) => answer))
  five.forEach(({ sending }) => sending.destroy())

  expect(first).toEqual({ status: 429, code: 'pictures_waiting' })
  await expect.poll(tryNext).toBe(201)
})

test('a file whose sender has gone is not looked at any longer', async () => {
  const loan = await given.agreed()
  const port = await listenOn(await app.anotherNode())
  const { sending } = begin(port, as(loan, 'LENDER'))
  sending.end(slow)
  await expect.poll(() => listPictureProcesses().length).toBe(1)

  sending.destroy()

  await expect.poll(() => listPictureProcesses(), { timeout: 3000 }).toEqual([])
})

test('a server that is to stop does not wait for a picture, and says that it is back soon', async () => {
  const loan = await given.agreed()
  const node = await app.anotherNode()
  const port = await listenOn(node)
  const sent = [begin(port, as(loan, 'LENDER')), begin(port, as(loan, 'BORROWER'))]
  sent.forEach(({ sending }) => sending.end(slow))
  await expect.poll(() => listPictureProcesses().length).toBe(1)

  const startedAt = performance.now()
  await node.close()

  expect(performance.now() - startedAt).toBeLessThan(5000)
  expect(await Promise.all(sent.map(({ answer }) => answer))).toEqual([
    { status: 503, code: 'unavailable' },
    { status: 503, code: 'unavailable' },
  ])
  expect(listPictureProcesses()).toEqual([])
})

test('who waits for longer than a silent socket may live still gets an answer in words', async () => {
  const loan = await given.agreed()
  const port = await listenOn(await app.anotherNode())
  const sent = [begin(port, as(loan, 'LENDER')), begin(port, as(loan, 'BORROWER'))]
  sent.forEach(({ sending }) => sending.end(slow))

  const startedAt = performance.now()
  const answers = await Promise.all(sent.map(({ answer }) => answer))

  expect(performance.now() - startedAt).toBeGreaterThan(10_000) // Or this shows nothing.
  const refusals = ['picture_too_large', 'pictures_waiting']
  expect(answers.filter(({ code }) => !refusals.includes(code))).toEqual([])
}, 90_000)
