import type { Company } from '@pier/protocol/company/company'
import { useRouteLoaderData } from 'react-router'
import type { loader } from './public-layout.tsx'

/** What public pages say of the company. A page that is about it is not shown without. */
export function useCompany(): CompanyInShort {
  const company = useCompanyIfKnown()
  if (!company) throw new Error('Nobody has said yet who runs this installation')
  return company
}

/** Null while the API has not answered since the web server started. */
export const useCompanyIfKnown = (): CompanyInShort | null =>
  useRouteLoaderData<typeof loader>('shell/public/public-layout')?.company ?? null

type CompanyInShort = Omit<Company, 'pgpKey'>
