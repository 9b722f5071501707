import { brand } from '@pier/protocol/brand'

/** The meta of a page of the console: a title, and no indexing by search engines. */
export const operatorMeta = (title: string) => () => [
  { title: `${title} · ${brand.name} Operations` },
  { name: 'robots', content: 'noindex, nofollow' },
]
