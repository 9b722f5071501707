/**
 * Wallet addresses written in groups. Joined, ordinary words may look like one, so the checksum of
 * the address decides.
 */
import { createHash } from 'node:crypto'

export const hasSplitWallet = (text: string): boolean =>
  text.split(/[^A-Za-z0-9]{4,}/).some(hasWalletInGroups)

/** At most three characters stand between any two groups. An address begins where a group does. */
function hasWalletInGroups(text: string): boolean {
  const groups = text.match(/[A-Za-z0-9]+/g) ?? []
  const joined = groups.join('')
  let start = 0
  return groups.some((group) => {
    const rest = joined.slice(start, start + bech32LengthMax)
    start += group.length
    return isBase58(rest) || isBech32(rest.toLowerCase())
  })
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** A version, twenty bytes that name the owner, and four of the checksum. */
const base58Bytes = 25
const [base58LengthMin, base58LengthMax] = [26, 35]
const base58Start = new RegExp(`^[${base58}]{${base58LengthMin}}`)

/** Whether it starts with a Base58 address. */
function isBase58(joined: string): boolean {
  if (!base58Start.test(joined)) return false
  const zeros = joined.match(/^1*/)?.[0].length ?? 0
  let value = 0n
  for (let at = 0; at < Math.min(joined.length, base58LengthMax); at++) {
    const digit = base58.indexOf(joined[at] ?? '')
    if (digit < 0) return false
    value = value * 58n + BigInt(digit)
    if (at + 1 < base58LengthMin) continue
    const hex = value.toString(16)
    if (zeros + Math.ceil(hex.length / 2) === base58Bytes && isChecked(hex)) return true
  }
  return false
}

function isChecked(hex: string): boolean {
  const bytes = Buffer.from(hex.padStart(base58Bytes * 2, '0'), 'hex')
  const sum = sha256(sha256(bytes.subarray(0, -4)))
  return sum.subarray(0, 4).equals(bytes.subarray(-4))
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const bech32Generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** Of Bech32 and Bech32m. */
const bech32Sums = [1, 0x2bc830a3]
const [bech32LengthMin, bech32LengthMax] = [14, 90]

function isBech32(joined: string): boolean {
  const prefix = joined.match(/^(bc|tb|ltc)1/)?.[1]
  if (!prefix) return false
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0))
  const head = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
  let sum = head.reduce(addToSum, 1)
  for (let at = prefix.length + 1; at < joined.length; at++) {
    const digit = bech32.indexOf(joined[at] ?? '')
    if (digit < 0) return false
    sum = addToSum(sum, digit)
    if (at + 1 >= bech32LengthMin && bech32Sums.includes(sum)) return true
  }
  return false
}

function addToSum(sum: number, digit: number): number {
  const top = sum >>> 25
  const shifted = ((sum & 0x1ffffff) << 5) ^ digit
  return bech32Generators.reduce(
    (mixed, generator, bit) => ((top >>> bit) & 1 ? mixed ^ generator : mixed),
    shifted,
  )
}
