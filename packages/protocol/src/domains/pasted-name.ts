import { limits } from '../limits.ts'

/**
 * What people paste where a domain name is asked for: the address of a page, an email address, a name
 * with its dot at the end or with spaces around it. Only what cannot belong to a name goes; whether
 * the rest is one, the server says, and which part of it is registered.
 */
export function cleanPastedName(typed: string): string {
  const host = typed
    .trim()
    .slice(0, limits.domainTypedLengthMax) // No text makes unbounded work.
    .replace(/^<(.*)>$/u, '$1') // As mails write an address.
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
 * What to look for. Part of a name is left alone; the address of a page or of a mailbox is looked for
 * by its name. A dot at the end counts only where one stood before: somebody may still be typing.
 */
export function readSearch(typed: string): string {
  const text = typed.trim()
  if (/[/@?#\\]|^www\./iu.test(text)) return cleanPastedName(text)
  return text.replace(/(\..*)\.$/su, '$1')
}
