import { decodePunycode } from './punycode.ts'

export type DomainText = {
  /** Up to the first dot. */
  label: string
  /** From the first dot on, including it. */
  ending: string
  /** The ASCII form, where the shown one differs. */
  ascii: string | null
}

/**
 * How a domain is shown. An internationalised name, given in either form, is shown in Unicode only
 * if that converts back to the very same name. One that hides characters, or that a browser would
 * refuse, is shown in ASCII.
 */
export function readDomain(name: string): DomainText {
  const isPlain = /^[\x21-\x7e]*$/.test(name) && !/(^|\.)xn--/i.test(name)
  if (isPlain) return { ...split(name), ascii: null }

  const ascii = hostOf(name)
  if (!ascii) return { ...split(name.replaceAll(/[^\x21-\x7e]/g, '\uFFFD')), ascii: null }
  const own = ascii.split('.').map(decodeLabel).join('.')
  if (own === ascii || hostOf(own) !== ascii) return { ...split(ascii), ascii: null }
  return { ...split(own), ascii }
}

function split(name: string) {
  const dot = name.indexOf('.')
  return dot < 0
    ? { label: name, ending: '' }
    : { label: name.slice(0, dot), ending: name.slice(dot) }
}

function decodeLabel(label: string): string {
  return label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label
}

/** The URL parser of browser and Node knows the rules of names. The ASCII form, or null. */
function hostOf(name: string): string | null {
  try {
    const { hostname, href } = new URL(`http://${name}`)
    return href === `http://${hostname}/` ? hostname : null
  } catch {
    return null
  }
}
