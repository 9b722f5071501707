import { brand } from '@pier/protocol/brand'
import { data, useLocation, useNavigation, useRevalidator } from 'react-router'
import { callFromServer } from '../../api/client/call-from-server.server.ts'
import { type DirectoryPage, readDirectory } from '../../api/listings.ts'
import { noAnswer } from '../../api/client/api-error.ts'
import { publicHome, readView } from '../../listings/directory-address.ts'
import { Directory, type DirectoryState } from '../../listings/directory/directory.tsx'
import { HeadTags } from '../../shell/public/head-tags.tsx'
import { NotFoundText } from '../../shell/failures/not-found-text.tsx'
import { pageTitle } from '../../shell/page/page-title.ts'
import type { Route } from './+types/public-listings-screen'
import styles from './public-listings.module.css'

export const meta = pageTitle('Domain listings')

/** A failed load is an answer too: the page is shown, and says that it did not load. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const view = readView({ at: params.page, search: new URL(request.url).search })
  const nowMs = Date.now()
  if (!view) return data({ page: null, nowMs }, { status: 404 })
  const ask = readDirectory((query) => callFromServer('GET /listings', { query }, request), view)
  const page = await ask.catch((error: unknown) => {
    console.error({ requestId: request.headers.get('x-request-id'), error })
    return null
  })
  return data({ page, nowMs }, { status: page ? 200 : 503 })
}

export default function PublicListingsScreen({ loaderData, params }: Route.ComponentProps) {
  const { search } = useLocation()
  const view = readView({ at: params.page, search })
  const state = useDirectoryState(loaderData)
  if (!view)
    return (
      <div className={styles.page}>
        <NotFoundText start="/" listings={publicHome} />
      </div>
    )
  const isPlain = Object.keys(view.filters).length === 0 && view.sort === 'newest'
  return (
    <div className={styles.page}>
      <HeadTags
        title={`Domain listings · ${brand.name}`}
        description={description}
        path={view.page > 1 ? `${publicHome}/${view.page}` : publicHome}
        indexed={isPlain}
      />
      <Directory home={publicHome} view={view} state={state} />
    </div>
  )
}

const description =
  'Domain names whose owners ask for a loan, with the amount, the term and the rate of each. Match the ask or make an offer.'

/** While another search loads, its cards are placeholders; the rest of the page stays. */
function useDirectoryState({ page, nowMs }: { page: DirectoryPage | null; nowMs: number }) {
  const { location } = useNavigation()
  const revalidator = useRevalidator()
  const isComing = location?.pathname.split('/')[1] === publicHome.slice(1)
  const isListing = location?.pathname.startsWith(`${publicHome}/listing/`)
  const loading = (isComing && !isListing) || revalidator.state === 'loading'
  const state: DirectoryState = loading
    ? { kind: 'loading' }
    : page
      ? { kind: 'found', page, nowMs }
      : { kind: 'failed', error: noAnswer(), onRetry: () => void revalidator.revalidate() }
  return state
}
