import { data } from 'react-router'
import { NotFoundWords } from '../../shell/failures/not-found-words.tsx'
import { pageTitle } from '../../shell/page/page-title.ts'
import { PierDeck } from '../../shell/public/pier-deck.tsx'
import styles from './not-found-screen.module.css'

export const meta = pageTitle("It's over")

export const loader = () => data(null, { status: 404 })

export default function NotFoundScreen() {
  return (
    <>
      <div className={styles.words}>
        <NotFoundWords start="/" listings="/domains" />
      </div>
      <PierDeck ends />
    </>
  )
}
