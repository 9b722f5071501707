import { Button } from '@mantine/core'
import { brand } from '@pier/protocol/brand'
import { IconChevronRight } from '@tabler/icons-react'
import { data, Link } from 'react-router'
import { readCompany } from '../../api/company.server.ts'
import { OnThisPage } from '../../prose/on-this-page.tsx'
import { ProseText } from '../../prose/prose.tsx'
import { NotFoundText } from '../../shell/failures/not-found-text.tsx'
import { HeadTags } from '../../shell/public/head-tags.tsx'
import { TimeText } from '../../text/time-text.tsx'
import type { Route } from './+types/article-screen'
import styles from './article.module.css'
import { HelpSearch } from './help-search.tsx'
import { helpTopics, hrefOfArticle, hrefOfTopic } from './help-topics.ts'
import { OwnLoan } from './own-loan.tsx'
import { type Article, findArticle, linkTo, listTopics } from './read-help.server.ts'

const wordsAMinute = 200

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.title ?? "It's over"} · ${brand.name}` },
]

export async function loader({ request, params }: Route.LoaderArgs) {
  const company = await readCompany(request)
  const article = findArticle(params.article, company)
  if (!article) return data(null, { status: 404 })
  const { slug, title, summary, date, prose, topic } = article
  const siblings = siblingsOf(article, listTopics(company))
  return data({ slug, title, summary, date, prose, topic, siblings }, { status: 200 })
}

const siblingsOf = ({ topic }: Article, topics: ReturnType<typeof listTopics>) =>
  topics.flatMap(({ slug, articles }) => (slug === topic.slug ? articles.map(linkTo) : []))

/** One article, with the others of its topic beside it. */
export default function ArticleScreen({ loaderData: article }: Route.ComponentProps) {
  if (!article)
    return (
      <div className={styles.lost}>
        <NotFoundText start="/help" label="All help" />
      </div>
    )
  const { slug, title, summary, date, prose, topic } = article
  return (
    <>
      <HeadTags
        title={`${title} · ${brand.name}`}
        description={summary}
        path={hrefOfArticle(slug)}
        indexed
        image={{ path: `${hrefOfArticle(slug)}/card.png`, alt: `${title}. ${summary}` }}
      />
      <Bar topic={topic} />
      <div className={styles.page}>
        <Topics article={article} />
        <article className={styles.text}>
          <h1>{title}</h1>
          <p className={styles.checked}>
            Checked against the product on <TimeText at={date} />. {minutesOf(prose.words)}.
          </p>
          <ProseText blocks={prose.blocks} />
          <div className={styles.missing}>
            <p>Something missing or not clear?</p>
            <Button
              component={Link}
              variant="default"
              to={`/contact?topic=${topic.contact}&article=${slug}`}
            >
              Tell us what is missing
            </Button>
          </div>
        </article>
        <div className={styles.aside}>
          <OnThisPage key={slug} headings={prose.headings} />
          <OwnLoan />
        </div>
      </div>
    </>
  )
}

const minutesOf = (words: number) => {
  const minutes = Math.max(1, Math.round(words / wordsAMinute))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

type Shown = NonNullable<Route.ComponentProps['loaderData']>

const Bar = ({ topic }: Pick<Shown, 'topic'>) => (
  <div className={styles.bar}>
    <div>
      <nav aria-label="Breadcrumb">
        <Link to="/help">Help</Link>
        <IconChevronRight size={16} aria-hidden="true" />
        <Link to={hrefOfTopic(topic.slug)}>{topic.title}</Link>
      </nav>
      <HelpSearch placeholder="Search help" />
    </div>
  </div>
)

const Topics = ({ article: { slug, topic, siblings } }: { article: Shown }) => (
  <nav aria-label="Articles" className={styles.topics}>
    <h2>{topic.title}</h2>
    <ul>
      {siblings.map((each) => (
        <li key={each.slug}>
          <Link
            to={hrefOfArticle(each.slug)}
            aria-current={each.slug === slug ? 'page' : undefined}
          >
            {each.title}
          </Link>
        </li>
      ))}
    </ul>
    <h2>Other topics</h2>
    <ul>
      {helpTopics
        .filter((each) => each.slug !== topic.slug)
        .map((each) => (
          <li key={each.slug}>
            <Link to={hrefOfTopic(each.slug)}>{each.title}</Link>
          </li>
        ))}
    </ul>
  </nav>
)
