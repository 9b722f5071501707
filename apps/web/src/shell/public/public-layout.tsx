import type { Company } from '@pier/protocol/company/company'
import { useEffect } from 'react'
import { Outlet, useLoaderData } from 'react-router'
import { readAnnouncement } from '../../api/announcement.server.ts'
import { readCompany } from '../../api/company.server.ts'
import { PublicPage } from './public-page.tsx'

export { PublicCrash as ErrorBoundary } from './public-crash.tsx'

type LoaderArgs = { request: Request }

export async function loader({ request }: LoaderArgs) {
  const [announcement, company] = await Promise.all([
    readAnnouncement(request),
    readCompany(request),
  ])
  return { announcement, company: company && inShort(company) }
}

/** The key is long, and one page prints it. */
const inShort = ({ pgpKey: _key, ...company }: Company) => company

let isWhole = false

/** Loaded once per visit, unless the API did not answer then. */
export const shouldRevalidate = () => !isWhole

export default function PublicLayout() {
  const { announcement, company } = useLoaderData<typeof loader>()
  useEffect(() => {
    isWhole = company !== null
  }, [company])
  return (
    <PublicPage announcement={announcement}>
      <Outlet />
    </PublicPage>
  )
}
