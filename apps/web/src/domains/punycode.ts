const base = 36
const thresholdMin = 1
const thresholdMax = 26
const skew = 38
const damp = 700

/** RFC 3492, without the "xn--". Neither browser nor URL converts a name back to Unicode. */
export function decodePunycode(text: string): string | null {
  const split = text.lastIndexOf('-')
  const points = Array.from(
    text.slice(0, Math.max(split, 0)),
    (letter) => letter.codePointAt(0) ?? 0,
  )
  const digits = Array.from(text.slice(split + 1), valueOf)
  let point = 128
  let index = 0
  let bias = 72

  for (let at = 0; at < digits.length;) {
    const start = index
    for (let weight = 1, place = base; ; place += base) {
      const digit = digits[at++]
      if (digit === undefined || digit < 0) return null
      index += digit * weight
      const threshold = Math.min(Math.max(place - bias, thresholdMin), thresholdMax)
      if (digit < threshold) break
      weight *= base - threshold
      if (weight > Number.MAX_SAFE_INTEGER / base) return null
    }

    const count = points.length + 1
    bias = adapt({ delta: index - start, count, isFirst: start === 0 })
    point += Math.floor(index / count)
    index %= count
    if (point > 0x10ffff) return null
    points.splice(index++, 0, point)
  }
  return String.fromCodePoint(...points)
}

function adapt({ delta, count, isFirst }: { delta: number; count: number; isFirst: boolean }) {
  let rest = Math.floor(delta / (isFirst ? damp : 2))
  rest += Math.floor(rest / count)
  let steps = 0
  while (rest > ((base - thresholdMin) * thresholdMax) / 2) {
    rest = Math.floor(rest / (base - thresholdMin))
    steps += base
  }
  return steps + Math.floor(((base - thresholdMin + 1) * rest) / (rest + skew))
}

/** "a" to "z" are 0 to 25, "0" to "9" are 26 to 35. */
function valueOf(digit: string): number {
  return 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(digit.toLowerCase())
}
