import { Link } from 'react-router'
import { hrefOfArticle } from './help-topics.ts'
import styles from './help.module.css'
import type { Found, Piece } from './search-help.ts'

type FoundArticlesProps = { query: string; found: Found[] }

/** The best first, with the words that were looked for marked. */
export function FoundArticles({ query, found }: FoundArticlesProps) {
  return (
    <section aria-labelledby="found-title" className={styles.list}>
      <h2 id="found-title">
        {countOf(found.length)} for “{query}”
      </h2>
      {found.length === 0 && (
        <p>
          Try another word, or <Link to="/contact">write to us</Link>. A person answers.
        </p>
      )}
      <ol>
        {found.map(({ slug, topic, title, excerpt }) => (
          <li key={slug}>
            <Link to={hrefOfArticle(slug)}>
              <Pieces pieces={title} />
            </Link>
            <small>{topic}</small>
            <p>
              <Pieces pieces={excerpt} />
            </p>
          </li>
        ))}
      </ol>
      <Link to="/help">All topics</Link>
    </section>
  )
}

const countOf = (count: number) => {
  if (count === 0) return 'Nothing found'
  return count === 1 ? '1 article' : `${count} articles`
}

const Pieces = ({ pieces }: { pieces: Piece[] }) =>
  pieces.map(({ at, text, isHit }) => (isHit ? <mark key={at}>{text}</mark> : text))
