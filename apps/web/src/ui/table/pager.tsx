import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pagesToShow } from './pages-to-show.ts'
import styles from './pager.module.css'

type PagerProps = {
  /** What is paged, for screen readers on a page with several pagers: "Received offers". */
  label: string
  page: number
  pages: number
  perPage: number
  hrefOf: (page: number) => string
  /** Stays when there is only one page. */
  always?: boolean
}

/** Previous, the numbers, Next. A page past the end still leads back. */
export function Pager({ label, page, pages, perPage, hrefOf, always = false }: PagerProps) {
  if (pages <= 1 && page <= 1 && !always) return null
  const last = Math.max(pages, 1)
  const nearFrom = Math.max(Math.min(page - 1, last - 2), 1)
  return (
    <nav aria-label={`Pages of ${label}`} className={styles.pager}>
      <p className={styles.place}>
        Page {page} of {last}, {perPage} per page
      </p>
      <div className={styles.steps}>
        <Step to={page > 1 && hrefOf(Math.min(page - 1, last))} end="This is the first page">
          <IconChevronLeft size={18} aria-hidden="true" /> Previous
        </Step>
        <ol className={styles.numbers}>
          {pagesToShow({ page, last }).map((number, index, all) =>
            number === null ? (
              <li key={`after-${all[index - 1]}`} aria-hidden="true" className={styles.gap}>
                …
              </li>
            ) : (
              <li key={number} data-far={number < nearFrom || number > nearFrom + 2 || undefined}>
                <Link
                  to={hrefOf(number)}
                  aria-label={`Page ${number}`}
                  aria-current={number === page ? 'page' : undefined}
                >
                  {number}
                </Link>
              </li>
            ),
          )}
        </ol>
        <Step to={page < last && hrefOf(page + 1)} end="This is the last page">
          Next <IconChevronRight size={18} aria-hidden="true" />
        </Step>
      </div>
    </nav>
  )
}

type StepProps = { to: string | false; end: string; children: ReactNode }

/** At an end it links nowhere, but can still be focused and read. */
function Step({ to, end, children }: StepProps) {
  if (to)
    return (
      <Link to={to} className={styles.step}>
        {children}
      </Link>
    )
  return (
    <button type="button" aria-disabled="true" title={end} className={styles.step}>
      {children}
    </button>
  )
}
