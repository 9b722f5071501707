import { Link } from 'react-router'
import { hrefOfArticle } from './help-topics.ts'
import styles from './help.module.css'

type TopicListProps = {
  title: string
  articles: { slug: string; title: string; summary: string }[]
}

/** Every article of one topic, with what it is about. */
export const TopicList = ({ title, articles }: TopicListProps) => (
  <section aria-labelledby="topic-title" className={styles.list}>
    <h2 id="topic-title">{title}</h2>
    <ol>
      {articles.map((article) => (
        <li key={article.slug}>
          <Link to={hrefOfArticle(article.slug)}>{article.title}</Link>
          <p>{article.summary}</p>
        </li>
      ))}
    </ol>
    <Link to="/help">All topics</Link>
  </section>
)
