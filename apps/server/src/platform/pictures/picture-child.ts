/**
 * Opens one untrusted picture, in a process of its own that ends with it. The bytes come on
 * standard input, the result goes to standard output; see picture-process.ts, which starts it under
 * limits.
 */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { exits, wallMs, type PictureTask } from './picture-task.ts'

// The parent kills this earlier. If the parent is gone, nobody else would.
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

const task = JSON.parse(process.argv[2] ?? '') as PictureTask // Only from picture-process.ts.
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

/** A picture counts only if it decodes to its last row. */
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
