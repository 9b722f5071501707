import { crc32, deflateSync } from 'node:zlib'

/** A picture of one colour. */
export const plainPng = (width: number, height: number) =>
  png({ width, height, pixels: Buffer.alloc(width * height * 3, 0x6e) })

/** Eight by eight, of one colour. */
const jpeg = [
  '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1x',
  'eXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj',
  'Y2NjY2NjY2NjY2NjY2P/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAUEAEA',
  'AAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oA',
  'DAMBAAIRAxEAPwCXAGqv/9k=',
].join('')

export const smallPictures = {
  'image/png': plainPng(8, 8),
  'image/jpeg': Buffer.from(jpeg, 'base64'),
  'image/gif': Buffer.from(
    'R0lGODlhCAAIAIAAAExpcW4UIyH5BAUAAAAALAAAAAAIAAgAAAIHjI+py+1dAAA7',
    'base64',
  ),
}

/** Written by hand: signature, header, pixels, end. Each row begins with filter type none. */
function png({ width, height, pixels }: { width: number; height: number; pixels: Buffer }): Buffer {
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(row * width * 3, (row + 1) * width * 3)]),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
