import { brand } from '@pier/protocol/brand'
import { IconHistory } from '@tabler/icons-react'
import { data, Link } from 'react-router'
import { readPrices } from '../../api/prices.server.ts'
import { OnThisPage } from '../../prose/on-this-page.tsx'
import { ProseText } from '../../prose/prose.tsx'
import { NotFoundText } from '../../shell/failures/not-found-text.tsx'
import { HeadTags } from '../../shell/public/head-tags.tsx'
import { TimeText } from '../../text/time-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { Route } from './+types/page-screen'
import styles from './page.module.css'
import { PriceTable } from './price-table.tsx'
import { findPage } from './read-page.server.ts'

const titleOf = (title: string) => `${title} · ${brand.name}`

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: titleOf(loaderData?.title ?? "It's over") },
]

export async function loader({ request }: Route.LoaderArgs) {
  const page = await findPage(request)
  if (!page) return data(null, { status: 404 })
  const prices = page.slug === 'fees' ? { known: await readPrices(request) } : null
  const { slug, title, summary, date, version, newest, prose } = page
  return data({ slug, title, summary, date, version, newest, prose, prices }, { status: 200 })
}

/** A page that is nothing but a text. */
export default function PageScreen({ loaderData: page }: Route.ComponentProps) {
  if (!page)
    return (
      <div className={styles.lost}>
        <NotFoundText start="/" />
      </div>
    )
  const { slug, title, summary, prose, prices, newest } = page
  const headings = prices
    ? [...prose.headings, { id: 'registry-prices', text: 'Registry prices', level: 2 as const }]
    : prose.headings
  return (
    <div className={styles.page}>
      <HeadTags
        title={titleOf(title)}
        description={summary}
        path={`/${slug}`}
        indexed={newest === null}
        image={{ path: `/${slug}/card.png`, alt: `${title}. ${summary}` }}
      />
      <article className={styles.text}>
        <h1>{title}</h1>
        <p className={styles.version}>
          {page.version !== undefined && `Version ${page.version}, valid from `}
          {page.version === undefined && 'As of '}
          <TimeText at={page.date} />
        </p>
        {newest !== null && (
          <Notice icon={<IconHistory size={20} aria-hidden="true" />}>
            This version no longer applies. <Link to={`/${slug}`}>Read version {newest}</Link>
          </Notice>
        )}
        <ProseText blocks={prose.blocks} />
        {prices && <PriceTable prices={prices.known} />}
      </article>
      <div className={styles.aside}>
        <OnThisPage key={slug} headings={headings} />
      </div>
    </div>
  )
}
