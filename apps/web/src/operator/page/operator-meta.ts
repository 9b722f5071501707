import { brand } from '@pier/protocol/brand'

/** The meta of a page of the console: it has a title, and no search engine is to keep it. */
export const operatorMeta = (title: string) => () => [
  { title: `${title} · ${brand.name} Operations` },
  { name: 'robots', content: 'noindex, nofollow' },
]
