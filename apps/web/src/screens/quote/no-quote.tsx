import { Button } from '@mantine/core'
import { Link, useRevalidator } from 'react-router'
import { QuoteField } from '../../domains/quote-field.tsx'
import styles from './no-quote.module.css'
import type { Found, Quote } from './quote-view.ts'

type None = Exclude<Found, { kind: 'quote' }>
type Reason = { title: string; text: string }

/** There is no quote: why, and the way on. */
export function NoQuote({ found }: { found: None }) {
  const { title, text } = reasons[found.kind](found)
  const typed = found.kind === 'refused' ? found.typed : undefined
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      {found.kind === 'failed' ? (
        <TryAgain />
      ) : (
        <QuoteField {...(typed !== undefined && { defaultValue: typed })} />
      )}
      <p className={styles.text}>
        Or look at <Link to="/domains">names that are listed now</Link>.
      </p>
    </div>
  )
}

const reasons: Record<None['kind'], (found: None) => Reason> = {
  refused: (found) => ({
    title: 'This is not a name we can quote',
    text: found.kind === 'refused' ? found.message : '',
  }),
  limited: () => ({
    title: 'Too many names from your address',
    text: 'We ask the registries for a limited number of names an hour. Try again in an hour, or look at a name that you asked for today.',
  }),
  failed: () => ({
    title: 'The quote did not load',
    text: 'The fault is ours. Nothing was kept, and you can try again.',
  }),
}

function TryAgain() {
  const { revalidate, state } = useRevalidator()
  return (
    <div>
      <Button onClick={() => void revalidate()} aria-disabled={state === 'loading' || undefined}>
        Try again
      </Button>
    </div>
  )
}

/** The name is one, but nobody can borrow against it today. */
export function Unborrowable({ quote }: { quote: Quote }) {
  const isFree = quote.state === 'unregistered'
  return (
    <section className={styles.card}>
      <h2>
        {isFree
          ? 'Nobody has registered this name'
          : `We cannot hold .${quote.like.suffix} names today`}
      </h2>
      <p className={styles.text}>
        {isFree
          ? 'A loan needs a name that you own. If you registered it within the last hour, look again later.'
          : 'To borrow, the name comes into custody here, and we do not work with its registry yet. No price is shown, and the registry was not asked.'}
      </p>
      <QuoteField />
      <p className={styles.text}>
        Or look at <Link to="/domains">names that are listed now</Link>.
      </p>
    </section>
  )
}
