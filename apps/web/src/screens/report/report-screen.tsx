import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { brand } from '@pier/protocol/brand'
import { HeadTags } from '../../shell/public/head-tags.tsx'
import { ReportForm } from './report-form.tsx'
import { ReportSent } from './report-sent.tsx'
import styles from './report.module.css'

const title = `Report theft or abuse · ${brand.name}`
const description =
  'Tell us of a domain that was stolen from you, or that does harm. Needs no login.'

export const meta = () => [{ title }]

/** Anyone may report theft or abuse; neither they nor the owner need be a user. */
export default function ReportScreen() {
  const [search] = useSearchParams()
  const [sent, setSent] = useState<string | null>(null)
  return (
    <div className={styles.page}>
      <HeadTags title={title} description={description} path="/report" indexed />
      <div aria-live="polite" className={styles.main}>
        {sent ? (
          <ReportSent domain={sent} onAnother={() => setSent(null)} />
        ) : (
          <ReportForm domain={search.get('domain') ?? ''} onSent={setSent} />
        )}
      </div>
      <NextSteps />
    </div>
  )
}

const steps = [
  {
    title: 'We read it',
    text: 'A person reads it, usually within a day. A report alone changes nothing.',
  },
  {
    title: 'If it is confirmed, we place a hold',
    text: 'The domain is not transferred, seized or returned while on hold. Website and email keep working.',
  },
  {
    title: 'We ask both sides',
    text: `Whoever holds it here has ${limits.theftAnswerDays} days to answer, unless a legal order forbids us to notify them.`,
  },
  {
    title: 'We write to you',
    text: 'To the address you give. Keep documents ready, such as registration proof or a police report.',
  },
]

const NextSteps = () => (
  <aside aria-labelledby="next" className={styles.next}>
    <h2 id="next">What happens next</h2>
    <ol>
      {steps.map((step) => (
        <li key={step.title}>
          <strong>{step.title}</strong>
          <span>{step.text}</span>
        </li>
      ))}
    </ol>
  </aside>
)
