import { operatorCall } from '../../api/operator.ts'

const chunkSize = 32_768

/** Stores a file that a decision relies on; the answer has its id. */
export async function keepDocument(file: File, reason: string) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += chunkSize)
    text += String.fromCodePoint(...bytes.subarray(at, at + chunkSize))
  const body = { name: file.name.slice(0, 200), data: btoa(text), reason }
  return operatorCall('POST /operator/documents', { body })
}
