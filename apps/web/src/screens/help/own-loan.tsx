import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { hasTokens } from '../../session/tokens.ts'
import styles from './article.module.css'

/** Where a reader's own dates and sums are: this page has none of them. */
export function OwnLoan() {
  const isLoggedIn = useSyncExternalStore(
    () => () => {},
    hasTokens,
    () => false,
  )
  return (
    <section aria-labelledby="own-loan" className={styles.own}>
      <h2 id="own-loan">Your own loan</h2>
      <p>Your dates and sums stand on the page of your loan.</p>
      <Button component={Link} variant="default" size="sm" to={isLoggedIn ? '/app' : '/login'}>
        {isLoggedIn ? 'Dashboard' : 'Login'}
      </Button>
    </section>
  )
}
