/** The spec's rule: text, @, text, dot, text. Deliverability is shown by the verification mail. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Characters that separate addresses: with one of these, a second address could hide. */
export const addressMarks = /[<>,;:"()[\]\\]/u

/** Marks that reorder or hide text: C0 and C1 controls, bidi overrides and isolates. */
// oxlint-disable-next-line no-control-regex -- The controls are what it is looking for.
export const hiddenCharacters = /[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/u

/** Some characters take no room or draw nothing: text of these alone is not visible. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{C}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u.test(text)

/** "Mara Lindqvist" gives "ML", as on the default avatar. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0] ?? ''
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}

export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}

/** "1 day", "3 days". */
export const countOf = (count: number, unit: string): string =>
  `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`
