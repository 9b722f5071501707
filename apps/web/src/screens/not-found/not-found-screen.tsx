import { data } from 'react-router'
import { NotFoundText } from '../../shell/failures/not-found-text.tsx'
import { pageTitle } from '../../shell/page/page-title.ts'
import { PierDeck } from '../../shell/public/pier-deck.tsx'
import styles from './not-found-screen.module.css'

export const meta = pageTitle("It's over")

export const loader = () => data(null, { status: 404 })

export default function NotFoundScreen() {
  return (
    <>
      <div className={styles.words}>
        <NotFoundText start="/" listings="/domains" />
      </div>
      <PierDeck ends />
    </>
  )
}
