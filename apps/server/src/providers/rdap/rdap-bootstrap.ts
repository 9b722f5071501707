/** Which server knows about which suffixes: IANA's file, in the format of RFC 9224. */
import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { getDocument, type Reach } from './rdap-request.ts'

export type Bootstrap = ReturnType<typeof readBootstrap>

const bootstrapSchema = z.object({
  version: z.string(),
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])).min(1),
})

export function readBootstrap(document: unknown) {
  const { services } = bootstrapSchema.parse(document)
  const bases = new Map<string, URL>()
  for (const [endings, urls] of services) {
    const base = urls.map(parseBase).find((url) => url !== null)
    if (base) for (const ending of endings) bases.set(ending.toLowerCase(), base)
  }
  const known = [...new Set(Array.from(bases.values(), ({ href }) => href))]
  return {
    /** The server of the name's longest known suffix. None is an answer: nothing is guessed. */
    findBase(name: string): URL | null {
      const labels = name.split('.')
      const endings = labels.map((_, index) => labels.slice(index).join('.'))
      const ending = endings.find((candidate) => bases.has(candidate))
      return ending === undefined ? null : (bases.get(ending) ?? null)
    },
    isKnown: (url: URL): boolean => known.some((base) => url.href.startsWith(base)),
  }
}

/** Only https: over plain http anybody could answer. */
function parseBase(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text.endsWith('/') ? text : `${text}/`)
  const isPlain = url.username === '' && url.search === '' && url.hash === ''
  return url.protocol === 'https:' && isPlain ? url : null
}

/** Fetches the file again. If it is unreadable or unusable, the last good copy stays. */
export async function refreshBootstrap(
  { url, file }: { url: URL; file: string },
  reach: Reach,
): Promise<Bootstrap> {
  const isKnown = (target: URL) => target.origin === url.origin
  const { status, body } = await getDocument(url, { ...reach, isKnown, bytesMax: fileBytesMax })
  if (status !== 200) throw new Error(`The list of RDAP servers answered ${status}`)
  const bootstrap = readBootstrap(JSON.parse(body))
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, body)
  await rename(draft, file)
  return bootstrap
}

const fileBytesMax = 2 * 1024 * 1024
