import {
  type Icon,
  IconAnchor,
  IconBuildingBank,
  IconCash,
  IconReceipt,
  IconScale,
  IconShieldLock,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { hrefOfArticle, hrefOfTopic, type TopicSlug } from './help-topics.ts'
import styles from './help.module.css'

type TopicCardProps = {
  slug: TopicSlug
  title: string
  count: number
  articles: { slug: string; title: string }[]
}

const icons: Record<TopicSlug, Icon> = {
  borrow: IconCash,
  lend: IconBuildingBank,
  custody: IconAnchor,
  money: IconReceipt,
  trouble: IconScale,
  account: IconShieldLock,
}

/** A topic with its first articles. */
export function TopicCard({ slug, title, count, articles }: TopicCardProps) {
  const TopicIcon = icons[slug]
  return (
    <section id={slug} aria-labelledby={`${slug}-title`} className={styles.topic}>
      <h2 id={`${slug}-title`}>
        <TopicIcon size={24} stroke={1.6} aria-hidden="true" />
        {title}
      </h2>
      <ul>
        {articles.map((article) => (
          <li key={article.slug}>
            <Link to={hrefOfArticle(article.slug)}>{article.title}</Link>
          </li>
        ))}
        {count > articles.length && (
          <li>
            <Link to={hrefOfTopic(slug)} className={styles.all}>
              All {count} articles<span className={styles.unseen}> about {title}</span>
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}
