import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/** Keys are passed as 32 raw bytes; node wants them in the DER prefix of RFC 8410. */
const publicFrame = Buffer.from('302a300506032b656e032100', 'hex')
const privateFrame = Buffer.from('302e020100300506032b656e04220420', 'hex')

export const readPublicKey = (key: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicFrame, key]), format: 'der', type: 'spki' })

export const readPrivateKey = (key: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privateFrame, key]), format: 'der', type: 'pkcs8' })

export const publicBytesOf = (privateKey: KeyObject): Buffer =>
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(publicFrame.length)
