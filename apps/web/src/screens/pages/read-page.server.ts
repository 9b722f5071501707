import type { Company } from '@pier/protocol/company/company'
import { readCompany } from '../../api/company.server.ts'
import { type Content, findContent } from '../../prose/content.server.ts'
import { isVersioned, pageSlugs } from './page-slugs.ts'

export type Page = Content & {
  slug: string
  /** The version that applies now, where this is an older one. */
  newest: number | null
}

/** The text of an address, with what is known of the company. */
export async function findPage(request: Request): Promise<Page | null> {
  return pageAt(new URL(request.url).pathname, await readCompany(request))
}

/** `/fees`, `/terms` or `/terms/1`, or the picture of one; null where there is none. */
export function pageAt(pathname: string, company: Company | null): Page | null {
  const [, name, version] = /^\/([a-z-]+)(?:\/(\d{1,4}))?(?:\/card\.png)?\/?$/.exec(pathname) ?? []
  const slug = pageSlugs.find((each) => each === name)
  const current = slug ? findContent(`pages/${slug}`, company) : null
  if (!slug || !current) return null
  if (version === undefined || Number(version) === current.version)
    return { ...current, slug, newest: null }
  const older = isVersioned(slug) && findContent(`pages/old/${slug}-${version}`, company)
  return older ? { ...older, slug, newest: current.version ?? null } : null
}
