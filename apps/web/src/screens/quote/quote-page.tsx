import { IconAlertTriangle, IconChevronLeft, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { quoteHome } from '../../domains/quote-field.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { TypedTerms } from '../../terms/typed-terms.ts'
import { Calculator } from './terms/calculator.tsx'
import { searchOf, startTerms, termsOf } from './terms/chosen-terms.ts'
import { CostsPanel } from './terms/costs-panel.tsx'
import { LikeNames } from './evidence/like-names.tsx'
import { QuoteHead } from './quote-head.tsx'
import styles from './quote-page.module.css'
import type { Quote } from './quote-view.ts'
import { RegistryState } from './registry-state.tsx'
import { useLooks } from './use-looks.ts'
import { WhoSeesThis } from './who-sees-this.tsx'
import { Unborrowable } from './no-quote.tsx'
import { WorthPanel } from './evidence/worth-panel.tsx'

type QuotePageProps = { quote: Quote; part: string | null; nowMs: number }

/** What a name could borrow and what that would cost, for anybody. */
export function QuotePage({ quote: loaded, part, nowMs }: QuotePageProps) {
  const { state, again } = useLooks(loaded.state)
  const quote = { ...loaded, state }
  const isOver = quote.state === 'unregistered' || quote.state === 'unsupported'
  return (
    <div className={styles.page}>
      <Link to={quoteHome} className={styles.back}>
        <IconChevronLeft size={18} aria-hidden="true" /> Another name
      </Link>
      <QuoteHead quote={quote} nowMs={nowMs} />
      {part && (
        <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>
          {part} is a part of {quote.name}. Only {quote.name} itself can be held, so this is its
          quote.
        </Notice>
      )}
      <RegistryState quote={quote} onAgain={again} />
      {quote.warnings.length > 0 && (
        <Notice kind="wait" icon={<IconAlertTriangle size={18} aria-hidden="true" />}>
          {quote.warnings.join(' ')}
        </Notice>
      )}
      {isOver ? <Unborrowable quote={quote} /> : <Panels quote={quote} nowMs={nowMs} />}
    </div>
  )
}

function Panels({ quote, nowMs }: Omit<QuotePageProps, 'part'>) {
  const [typed, setTyped] = useChosenTerms(quote)
  const terms = termsOf(typed, quote)
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <Calculator quote={quote} typed={typed} onType={setTyped} />
        <CostsPanel quote={quote} terms={terms} nowMs={nowMs} />
      </div>
      <div className={styles.card}>
        <WorthPanel quote={quote} terms={terms} />
        <LikeNames quote={quote} terms={terms} />
        <WhoSeesThis />
      </div>
    </div>
  )
}

const writeAfterMs = 400

/** The choice, which the address follows a moment after the last change. */
function useChosenTerms(quote: Quote) {
  const [search, setSearch] = useSearchParams()
  const [typed, setTyped] = useState<TypedTerms>(() => startTerms(quote, search))
  const [isChanged, setChanged] = useState(false)
  const terms = termsOf(typed, quote)
  const chosen = terms && new URLSearchParams(searchOf(terms)).toString()

  useEffect(() => {
    if (!isChanged || chosen === null) return undefined
    const timer = setTimeout(() => {
      setSearch(chosen, { replace: true, preventScrollReset: true })
    }, writeAfterMs)
    return () => clearTimeout(timer)
    // The setter is another one with each address: it would write again and again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [chosen, isChanged])

  const change = (next: TypedTerms) => {
    setTyped(next)
    setChanged(true)
  }
  return [typed, change] as const
}
