import {
  createPrivateKey,
  createPublicKey,
  sign as signBytes,
  verify,
  type KeyObject,
} from 'node:crypto'

/** Keys are passed as 32 raw bytes; node wants them in the DER prefix of RFC 8410. */
const publicFrame = Buffer.from('302a300506032b6570032100', 'hex')
const privateFrame = Buffer.from('302e020100300506032b657004220420', 'hex')

export const readVerifyKey = (key: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicFrame, key]), format: 'der', type: 'spki' })

const readSignKey = (key: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privateFrame, key]), format: 'der', type: 'pkcs8' })

export const verifyKeyOf = (signKey: Buffer): Buffer =>
  createPublicKey(readSignKey(signKey))
    .export({ format: 'der', type: 'spki' })
    .subarray(publicFrame.length)

export const signText = (signKey: Buffer, text: string): Buffer =>
  signBytes(null, Buffer.from(text), readSignKey(signKey))

export const isSigned = (verifyKey: Buffer, text: string, signature: Buffer): boolean =>
  verify(null, Buffer.from(text), readVerifyKey(verifyKey), signature)
