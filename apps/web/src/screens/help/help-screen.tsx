import { brand } from '@pier/protocol/brand'
import type { ReactNode } from 'react'
import { data, Link } from 'react-router'
import { readCompany } from '../../api/company.server.ts'
import { HeadTags } from '../../shell/public/head-tags.tsx'
import { Mark } from '../../ui/display/mark.tsx'
import type { Route } from './+types/help-screen'
import { FoundArticles } from './found-articles.tsx'
import { HelpSearch } from './help-search.tsx'
import { helpTopics, searchLengthMax } from './help-topics.ts'
import styles from './help.module.css'
import { linkTo, listSearched, listTopics } from './read-help.server.ts'
import { searchHelp } from './search-help.ts'
import { TopicCard } from './topic-card.tsx'
import { TopicList } from './topic-list.tsx'

const title = `Help · ${brand.name}`
const description =
  'How to borrow against a domain and how to lend, what it costs, and what happens when things go wrong.'

export const meta = ({ loaderData }: Route.MetaArgs) => {
  const asked = loaderData?.query
  return [{ title: asked ? `${asked} · Help · ${brand.name}` : title }]
}

const shownOfTopic = 4

export async function loader({ request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams
  const query = (asked.get('q') ?? '').slice(0, searchLengthMax).trim()
  const chosen = helpTopics.find(({ slug }) => slug === asked.get('topic'))
  const company = await readCompany(request)
  const topics = listTopics(company)
  return data({
    query,
    count: topics.flatMap(({ articles }) => articles).length,
    found: query ? searchHelp(listSearched(company), query) : null,
    chosen: chosen ? listOf(topics.find(({ slug }) => slug === chosen.slug)) : null,
    topics: topics.map(({ slug, title: name, articles }) => ({
      slug,
      title: name,
      count: articles.length,
      articles: articles.slice(0, shownOfTopic).map(linkTo),
    })),
  })
}

const listOf = (topic: ReturnType<typeof listTopics>[number] | undefined) =>
  topic
    ? {
        title: topic.title,
        articles: topic.articles.map((each) => ({ ...linkTo(each), summary: each.summary })),
      }
    : null

/** All articles by topic, or those that a search has found. */
export default function HelpScreen({ loaderData }: Route.ComponentProps) {
  const { query, count, found, chosen, topics } = loaderData
  return (
    <>
      <HeadTags
        title={title}
        description={description}
        path="/help"
        indexed={!found && !chosen}
        image={{ path: '/help/card.png', alt: `Help. ${description}` }}
      />
      <div className={styles.water}>
        <div className={styles.hero}>
          <div className={styles.words}>
            <h1>Help</h1>
            <HelpSearch
              value={query}
              placeholder="Search, for example “transfer lock”"
              size="large"
            />
            <p>{count} articles, each with the date it was last checked against the product.</p>
          </div>
          <Mark size={216} onWater />
        </div>
      </div>
      <div className={styles.page}>
        {found && <FoundArticles query={query} found={found} />}
        {!found && chosen && <TopicList {...chosen} />}
        {!found && !chosen && (
          <div className={styles.topics}>
            {topics.map((topic) => (
              <TopicCard key={topic.slug} {...topic} />
            ))}
          </div>
        )}
        <Foot />
      </div>
    </>
  )
}

const Foot = () => (
  <div className={styles.foot}>
    <FootColumn title="Is everything running?" link={<Link to="/status">Status</Link>}>
      What works now, and since when something does not.
    </FootColumn>
    <FootColumn title="Write to us" link={<Link to="/contact">Contact</Link>}>
      Answered by a person.
    </FootColumn>
    <FootColumn title="Something stolen?" link={<Link to="/report">Report theft or abuse</Link>}>
      A person reads it. If it holds up, nobody can move the domain.
    </FootColumn>
  </div>
)

type FootColumnProps = { title: string; link: ReactNode; children: ReactNode }

const FootColumn = ({ title: heading, link, children }: FootColumnProps) => (
  <section>
    <h2>{heading}</h2>
    <p>{children}</p>
    {link}
  </section>
)
