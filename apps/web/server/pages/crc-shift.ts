/**
 * The check sum of a gzip file, CRC-32, is a remainder of polynomials. So what a change of some bytes
 * does to it is known without reading the rest: the change of these bytes' own sum, multiplied by x
 * to the number of bits that follow. Here a polynomial is a number whose highest bit is x to the 0.
 */
const generator = 0xedb88320
const one = 0x80000000

export function multiply(a: number, b: number): number {
  let product = 0
  let shifted = b
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= shifted
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ generator
  }
  return product >>> 0
}

/** What a sum is multiplied by when so many bytes follow. */
export function shiftBy(bytes: number): number {
  let shift = one
  let power = 0x00800000 // x to the 8: one byte.
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = multiply(shift, power)
    power = multiply(power, power)
  }
  return shift
}
