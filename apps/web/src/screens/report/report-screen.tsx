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
    text: 'A person does, as a rule within a day. A report changes nothing by itself.',
  },
  {
    title: 'If it holds up, the domain is held',
    text: 'It is not moved, seized or returned while it is. Its website and mail go on.',
  },
  {
    title: 'Both sides are asked',
    text: `Whoever holds it here has ${limits.theftAnswerDays} days to answer, unless an order forbids us to tell them.`,
  },
  {
    title: 'We write to you',
    text: 'To the address you give. Keep papers at hand: who registered it, a police or registrar report.',
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
