import { brand } from '@pier/protocol/brand'
import { cleanPastedName } from '@pier/protocol/domains/pasted-name'
import { data, redirect } from 'react-router'
import { QuoteField, quoteHome } from '../../domains/quote-field.tsx'
import { HeadTags } from '../../shell/public/head-tags.tsx'
import type { Route } from './+types/quote-index-screen'
import styles from './quote-index.module.css'

const title = `What could your name borrow? · ${brand.name}`
const description =
  'Type a domain name. See its age, what the registry asks, what like names borrowed and what a loan would cost.'

export const meta = () => [{ title }]

/** Where the field leads. The name goes into the address, so that the quote can be shared. */
export function loader({ request }: Route.LoaderArgs) {
  const typed = new URL(request.url).searchParams.get('name')
  if (typed === null) return data({ error: null })
  const name = cleanPastedName(typed)
  if (name) throw redirect(`${quoteHome}/${encodeURIComponent(name)}`)
  return data({ error: 'Type a domain name, such as yourname.com' }, { status: 422 })
}

export default function QuoteIndexScreen({ loaderData: { error } }: Route.ComponentProps) {
  return (
    <div className={styles.page}>
      <HeadTags title={title} description={description} path={quoteHome} indexed />
      <h1>Get a quote</h1>
      <p className={styles.lead}>
        See what a loan against your domain would cost, before you register. No account is needed,
        and nobody is told.
      </p>
      <QuoteField error={error ?? undefined} />
      <ul className={styles.gives}>
        <li>Its age and when it expires, from the registry</li>
        <li>What the registry asks to bring it here and to renew it</li>
        <li>What like names borrowed, where there are five loans or more</li>
        <li>Every cost of a loan, on terms that you choose</li>
      </ul>
    </div>
  )
}
