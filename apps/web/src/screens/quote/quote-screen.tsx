import { brand } from '@pier/protocol/brand'
import { cleanPastedName } from '@pier/protocol/domains/pasted-name'
import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { quoteHome } from '../../domains/quote-field.tsx'
import { HeadTags } from '../../shell/public/head-tags.tsx'
import type { Route } from './+types/quote-screen'
import { NoQuote } from './no-quote.tsx'
import { QuotePage } from './quote-page.tsx'
import { describeQuote, isPartOf, titleOf } from './quote-text.ts'
import type { Found } from './quote-view.ts'
import { readQuote } from './read-quote.server.ts'
import { useLastQuote } from './use-last-quote.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const found = loaderData?.found
  if (found?.kind === 'quote') return [{ title: titleOf(found.quote) }]
  // A quote may still be shown while a later look at it fails.
  return [{ title: `${found?.kind === 'refused' ? 'No quote' : 'Quote'} · ${brand.name}` }]
}

const statuses: Record<Found['kind'], number> = {
  quote: 200,
  refused: 404,
  limited: 429,
  failed: 503,
}

export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await readQuote({ name: params.name, request })
  const { searchParams } = new URL(request.url)
  if (found.kind !== 'quote')
    return data({ found, nowMs: Date.now() }, { status: statuses[found.kind] })
  const { name } = found.quote
  if (params.name !== name) {
    const part = cleanPastedName(params.name)
    if (part.endsWith(`.${name}`)) searchParams.set('part', part)
    const search = searchParams.toString()
    throw redirect(`${quoteHome}/${encodeURIComponent(name)}${search && `?${search}`}`)
  }
  const part = searchParams.get('part')
  const isPart = part !== null && isPartOf(name, part)
  return data({ found: { ...found, part: isPart ? part : null }, nowMs: Date.now() })
}

/** The chosen terms stand in the address; they change nothing of what the server says. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const isSearchAlone =
    args.currentUrl.pathname === args.nextUrl.pathname &&
    args.currentUrl.search !== args.nextUrl.search
  return isSearchAlone ? false : args.defaultShouldRevalidate
}

export default function QuoteScreen({ loaderData, params }: Route.ComponentProps) {
  const { nowMs } = loaderData
  const found = useLastQuote(loaderData.found, params.name)
  if (found.kind !== 'quote') return <NoQuote found={found} />
  const { quote, part } = found
  const path = `${quoteHome}/${quote.name}`
  return (
    <>
      <HeadTags
        title={titleOf(quote)}
        description={describeQuote(quote)}
        path={path}
        indexed={false}
        image={{ path: `${path}/card.png`, alt: describeQuote(quote) }}
      />
      <QuotePage key={quote.name} quote={quote} part={part} nowMs={nowMs} />
    </>
  )
}
