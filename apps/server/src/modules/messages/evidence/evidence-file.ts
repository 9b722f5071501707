/**
 * Checks uploaded files. The type comes from the bytes, never from the name or the sender, and only
 * PDFs and pictures that open are accepted.
 */
import { limits } from '@pier/protocol/limits'
import { isVisible } from '@pier/protocol/text'
import { AppError } from '../../../platform/app-error.ts'
import { openPicture, PictureRefused, type Asker } from '../../../platform/pictures/pictures.ts'

export type EvidenceType = 'application/pdf' | 'image/png' | 'image/jpeg'

export const endings: Record<EvidenceType, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}
/** What the cameras of telephones take; those of 64 megapixels have a little more. */
const pixelsMax = 65_000_000

export async function readEvidenceType(bytes: Buffer, asker: Asker): Promise<EvidenceType> {
  if (bytes.length > limits.evidenceBytesMax) throw new AppError('body_too_large')
  if (startsWith(bytes, '255044462d')) return readPdf(bytes)
  if (startsWith(bytes, '89504e470d0a1a0a')) return readPicture(bytes, 'png', asker)
  if (startsWith(bytes, 'ffd8ff')) return readPicture(bytes, 'jpeg', asker)
  throw new AppError('file_refused')
}

const startsWith = (bytes: Buffer, hex: string): boolean =>
  bytes.subarray(0, hex.length / 2).toString('hex') === hex

/** Refuses a file that does not end as a PDF, such as one with an appended archive. */
function readPdf(bytes: Buffer): EvidenceType {
  const end = bytes.subarray(-1024).toString('latin1')
  if (!/%%EOF\s*$/.test(end)) throw new AppError('file_refused')
  return 'application/pdf'
}

async function readPicture(
  bytes: Buffer,
  format: 'png' | 'jpeg',
  asker: Asker,
): Promise<EvidenceType> {
  try {
    await openPicture(bytes, { formats: [format], pixelsMax, failOn: 'error' }, asker)
  } catch (error) {
    throw error instanceof PictureRefused ? new AppError('file_refused') : error
  }
  return `image/${format}`
}

/** The last part of the sent path, cleaned up, with the extension of its type. */
export function cleanFileName(sent: string | undefined, type: EvidenceType): string {
  const name = decode(sent ?? '')
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)
    ?.replaceAll(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/(?:\.(?:pdf|png|jpe?g))+$/i, '')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
  const stem = [...(name ?? '')].slice(0, limits.fileNameLengthMax).join('')
  return `${isVisible(stem) ? stem : 'Document'}.${endings[type]}`
}

/** Headers are ASCII only, so the web app sends names URL-encoded. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
