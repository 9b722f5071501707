import type { Company } from '@pier/protocol/company/company'
import { contentPaths, findContent } from '../../prose/content.server.ts'

/** The title of the help's article that somebody writes about; null where there is none. */
export function findArticleTitle(slug: string | null, company: Company | null): string | null {
  const path = contentPaths('help').find((each) => each.split('/').at(-1) === slug)
  return path === undefined ? null : (findContent(path, company)?.title ?? null)
}
