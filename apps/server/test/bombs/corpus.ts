/** Files built to exhaust or mislead whoever opens them, none larger than a few megabytes. */
import {
  animatedPng,
  animatedWebp,
  crowdedDocx,
  deepPdf,
  gif,
  hugeDocx,
  hugePdf,
  manifoldPdf,
  nestedDocx,
  svg,
} from './files.ts'
import { flatJpeg, progressiveJpeg } from './jpeg.ts'
import { flatPng, packedChunk } from './png.ts'

/** The expected answer to it: as an exhibit or document, and as a user's picture. */
type Bomb = { name: string; bytes: Buffer; exhibit: string; portrait: string }

const taken = 'taken'
const noFile = 'file_refused'
const noPicture = 'picture_refused'
const tooLarge = 'picture_too_large'

/** A hundred megapixels. */
const vast = { width: 10_000, height: 10_000 }
/** The most pixels that an exhibit may have: these are opened, and cost the most. */
const full = { width: 8000, height: 8000 }
const unpacked = 700_000_000
const small = { width: 8, height: 8 }

export function makeCorpus(): Bomb[] {
  const png = flatPng(small)
  return [
    bomb('vast.png', flatPng(vast), tooLarge, tooLarge),
    bomb('vast-one-bit.png', flatPng({ ...vast, bits: 1, channels: 1 }), tooLarge, tooLarge),
    bomb('full.png', flatPng({ ...full, bits: 16 }), taken, tooLarge),
    bomb('full-interlaced.png', flatPng({ ...full, interlaced: true }), taken, tooLarge),
    bomb('impossible.png', flatPng({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, rows: 0 })),
    bomb('promises-more.png', flatPng({ width: 1900, height: 1900, rows: 10 })),
    bomb(
      'profile.png',
      flatPng({ ...small, before: [packedChunk('iCCP', unpacked)] }),
      taken,
      taken,
    ),
    bomb('text.png', flatPng({ ...small, before: [packedChunk('zTXt', unpacked)] }), taken, taken),
    bomb('frames.png', animatedPng(2000), taken, taken),
    bomb('frames.gif', gif({ frames: 20_000, side: 64 }), noFile, taken),
    bomb('vast.gif', gif({ frames: 20_000, side: 65_535 }), noFile, taken),
    bomb('frames.webp', animatedWebp(10_000)),
    bomb('vast.jpg', flatJpeg(vast), tooLarge, tooLarge),
    bomb('vast-progressive.jpg', progressiveJpeg({ ...vast, scans: 100 }), tooLarge, tooLarge),
    bomb('full-progressive.jpg', progressiveJpeg({ ...full, scans: 4000 }), tooLarge, tooLarge),
    bomb('huge.pdf', hugePdf(), taken),
    bomb('deep.pdf', deepPdf(), taken),
    bomb('manifold.pdf', manifoldPdf(), taken),
    bomb('huge.docx', hugeDocx()),
    bomb('nested.docx', nestedDocx()),
    bomb('crowded.docx', crowdedDocx()),
    bomb('drawing.png', svg()),
    bomb('cut.png', png.subarray(0, 50)),
    bomb('cut.jpg', flatJpeg({ width: 1900, height: 1900 }).subarray(0, 200)),
    bomb('archive-behind.png', Buffer.concat([png, crowdedDocx()]), taken, taken),
    bomb('script.gif', Buffer.from('GIF89a/*\0\0\0\0*/=1;alert(1)')),
    bomb('nothing.png', Buffer.alloc(0)),
  ]
}

const bomb = (name: string, bytes: Buffer, exhibit = noFile, portrait = noPicture): Bomb => ({
  name,
  bytes,
  exhibit,
  portrait,
})
