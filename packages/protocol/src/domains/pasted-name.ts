import { limits } from '../limits.ts'

/**
 * Cleans what people paste as a domain name: a URL, an email address, a trailing dot, spaces. A
 * leading www. and whatever cannot be part of a name are removed; the server decides whether the
 * rest is a name, and which part of it is registered.
 */
export function cleanPastedName(typed: string): string {
  const host = typed
    .trim()
    .slice(0, limits.domainTypedLengthMax) // Bounds the work.
    .replace(/^<(.*)>$/u, '$1') // As mail headers write an address.
    .replace(/^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:|\/\/)/iu, '')
    .replace(/[/?#\\].*$/su, '')
    .replace(/^.*@/su, '')
    .replace(/:\d*$/u, '')
    .replaceAll(/\s*([.。．｡])\s*/gu, '$1')
    .replace(/[.。．｡]+$/u, '')
    .trim()
    .toLowerCase()
    .normalize('NFC')
  return withoutWww(host)
}

/** www.example.com is example.com; www.com and www.co.uk may be names themselves. */
function withoutWww(host: string): string {
  const rest = host.replace(/^www\./u, '')
  return rest !== host && rest.includes('.') && !isBareEnding(rest) ? rest : host
}

/** Two short parts, like co.uk: the part before them is the name. */
const isBareEnding = (rest: string) => /^[a-z]{2,3}\.[a-z]{2}$/u.test(rest)

/**
 * The text to search for. Part of a name is left alone; a URL or an email address is reduced to its
 * name. A final dot is dropped only after an earlier one: the user may still be typing.
 */
export function readSearch(typed: string): string {
  const text = typed.trim()
  if (/[/@?#\\]|^www\./iu.test(text)) return cleanPastedName(text)
  return text.replace(/(\..*)\.$/su, '$1')
}
