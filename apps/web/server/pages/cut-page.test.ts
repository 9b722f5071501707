// @vitest-environment node
import { randomUUID } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cutPage } from './cut-page.ts'

const newMarks = () => ({ nonce: randomUUID().replaceAll('-', ''), requestId: randomUUID() })
type Marks = ReturnType<typeof newMarks>

const short = ({ nonce, requestId }: Marks) =>
  `<meta content="${requestId}"><script nonce="${nonce}">a</script>` +
  `<style nonce="${nonce}">b{color:red}</style>`.repeat(90)

/** Between two nonces lies more than the compressor remembers. */
const withGap = (marks: Marks) =>
  short(marks) + Array.from({ length: 9000 }, (_, at) => `${at * at};`).join('') + short(marks)

/** What cannot be compressed is stored by the compressor itself, in blocks of its own. */
const noise = Array.from({ length: 30_000 }, (_, at) => ((at * 7919) % 7907).toString(36)).join('')
const withNoise = (marks: Marks) => short(marks) + noise + short(marks) + noise

const atTheEdges = ({ nonce, requestId }: Marks) => nonce + nonce + requestId + nonce + requestId
const withoutId = ({ nonce }: Marks) => `ä€😀<b nonce="${nonce}">`

test.each(Object.entries({ short, withGap, withNoise, atTheEdges, withoutId }))(
  'the page %s is the rendered one with other marks, plain and compressed',
  async (_, render) => {
    const rendered = newMarks()
    const cut = await cutPage(Buffer.from(render(rendered)), rendered)

    for (const marks of [newMarks(), newMarks(), rendered]) {
      const wanted = render(marks)
      expect(cut?.plain(marks).toString()).toBe(wanted)
      // It throws where the check sum or the length at the end is wrong.
      expect(gunzipSync(cut?.gzipped(marks) ?? '').toString()).toBe(wanted)
    }
  },
)

test('an answer stays as it is when the next one is made', async () => {
  const rendered = newMarks()
  const cut = await cutPage(Buffer.from(short(rendered)), rendered)
  const marks = newMarks()
  const [plain, gzipped] = [cut?.plain(marks), cut?.gzipped(marks)]

  cut?.plain(newMarks())
  cut?.gzipped(newMarks())

  expect(plain?.toString()).toBe(short(marks))
  expect(gunzipSync(gzipped ?? '').toString()).toBe(short(marks))
})

test('where a nonce is out of sight of the one before, only that one takes its own place', async () => {
  const marks = newMarks()
  const page = Buffer.from(withGap(marks))
  const cut = await cutPage(page, marks)
  const odd = page.toString().replaceAll(marks.nonce, 'same'.repeat(8))

  expect(cut?.gzipped(marks).length).toBeLessThan(gzipSync(odd).length + 200)
})

test('compressed it is as small as any other way, whatever the number of nonces', async () => {
  const marks = newMarks()
  const one = await cutPage(Buffer.from(short(marks)), marks)
  expect(one?.gzipped(marks).length).toBeLessThan(400)
})

test('a page that holds the bytes of a stand-in is not shared, nor is one without a nonce', async () => {
  const marks = newMarks()
  const odd = Buffer.concat([Buffer.from(short(marks)), Buffer.from([0xff])])

  expect(await cutPage(odd, marks)).toBeNull()
  expect(await cutPage(Buffer.from('<html>'), marks)).toBeNull()
})
