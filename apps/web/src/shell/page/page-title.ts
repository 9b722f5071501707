import { brand } from '@pier/protocol/brand'

/** The meta of a page that has nothing but a title. */
export const pageTitle = (title: string) => () => [{ title: `${title} · ${brand.name}` }]
