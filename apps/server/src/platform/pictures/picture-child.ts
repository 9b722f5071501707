/**
 * Opens one picture of a stranger, in a process of its own that ends with it. The bytes come by
 * standard input, what is left of them goes to standard output; see picture-process.ts, which
 * starts it under limits.
 */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { exits, wallMs, type PictureTask } from './picture-task.ts'

// Whoever started this kills it earlier. Should they be gone, nobody else will.
setTimeout(() => process.kill(process.pid, 'SIGKILL'), wallMs + 1000).unref()

// One thread a picture. Of libvips' many decoders only these may run.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})

const task = JSON.parse(process.argv[2] ?? '') as PictureTask // By picture-process.ts, nobody else.
const input = { limitInputPixels: task.pixelsMax, failOn: task.failOn, pages: 1 } as const

try {
  const source = await buffer(process.stdin)
  // From its head: no pixel is decoded yet.
  const { format, width, height } = await sharp(source, {
    pages: 1,
    limitInputPixels: false,
  }).metadata()
  if (!task.formats.some((each) => each === format)) throw new Error(`The format is ${format}`)
  if (width * height > task.pixelsMax) process.exitCode = exits.tooLarge
  else process.stdout.write(await (task.draw ? drawSquare(source, task.draw) : readAll(source)))
} catch (error) {
  const isMemory = error instanceof Error && /memory/i.test(error.message)
  process.exitCode = isMemory ? exits.tooLarge : exits.unreadable
}

/** What does not open to its last row proves nothing. */
async function readAll(source: Buffer): Promise<Buffer> {
  const nearest = { fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false } as const
  await sharp(source, { ...input, sequentialRead: true })
    .resize(16, 16, nearest)
    .raw()
    .toBuffer()
  return Buffer.alloc(0)
}

/** A square WebP of the first frame, upright, without metadata. */
async function drawSquare(
  source: Buffer,
  { side, bytesMax }: NonNullable<PictureTask['draw']>,
): Promise<Buffer> {
  for (const quality of [82, 60, 40]) {
    const webp = await sharp(source, input)
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality })
      .toBuffer()
    if (webp.length <= bytesMax) return webp
  }
  throw new Error('The picture stays too large')
}
