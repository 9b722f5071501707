import { z } from 'zod'

const facts = z.strictObject({
  title: z.string().min(1),
  /** One sentence for lists and link previews. */
  summary: z.string().min(1),
  order: z.coerce.number().int().default(0),
  /** Of a page: valid from. Of an article: last checked against the product. */
  date: z.iso.date(),
  version: z.coerce.number().int().min(1).optional(),
})

export type FrontMatter = z.output<typeof facts>

/** What stands between the two lines of dashes, and the text below with the number of its line. */
export function splitFrontMatter(file: string): {
  matter: FrontMatter
  body: string
  firstLine: number
} {
  const [, above, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? []
  if (above === undefined || body === undefined) throw new Error('No front matter')
  const pairs = above.split('\n').map((line) => {
    const [, name, value] = /^(\w+): *(.*?)(?: +#.*)?$/.exec(line) ?? []
    if (!name) throw new Error(`Not "name: value": ${line}`)
    return [name, value ?? '']
  })
  return {
    matter: facts.parse(Object.fromEntries(pairs)),
    body,
    firstLine: above.split('\n').length + 3,
  }
}
