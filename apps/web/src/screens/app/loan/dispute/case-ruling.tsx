import { Button } from '@mantine/core'
import type { OwnCase } from '../../../../api/loans/own-case.ts'
import { TimeText } from '../../../../text/time-text.tsx'
import styles from '../layout/loan-parts.module.css'

export type Ruling = OwnCase['rulings'][number]

const states: Partial<Record<Ruling['state'], string>> = {
  appealed: 'Appealed. Two other operators review it. Until then nothing changes.',
  overtaken: 'Superseded. It does not take effect.',
  done: 'In effect.',
}

type CaseRulingProps = { ruling: Ruling; onAsk: (kind: 'accept' | 'appeal') => void }

/** What two operators ruled and why, with both names, and until when it can be appealed. */
export const CaseRuling = ({ ruling, onAsk }: CaseRulingProps) => (
  <section aria-label="Ruling" className={styles.lines}>
    <h3>Ruling: {ruling.words}</h3>
    <blockquote className={styles.said}>{ruling.reasons}</blockquote>
    <p className={styles.small}>
      By {ruling.operators.filter(Boolean).join(' and ')},{' '}
      <TimeText at={ruling.announced_at} withTime />
      {ruling.exhibits.length > 0 && `. Relies on exhibit ${ruling.exhibits.join(', ')}`}.
    </p>
    {ruling.state === 'announced' && ruling.takes_effect_at && (
      <p>
        It takes effect on <TimeText at={ruling.takes_effect_at} withTime />, unless one of you
        appeals first.
        {ruling.accepted_by.length > 0 && ` Accepted by ${acceptedText(ruling)}.`}
      </p>
    )}
    {states[ruling.state] && <p>{states[ruling.state]}</p>}
    {(ruling.can_accept || ruling.can_appeal) && (
      <div className={styles.answers}>
        {ruling.can_accept && <Button onClick={() => onAsk('accept')}>Accept</Button>}
        {ruling.can_appeal && (
          <Button variant="default" onClick={() => onAsk('appeal')}>
            Appeal
          </Button>
        )}
      </div>
    )}
  </section>
)

const acceptedText = ({ accepted_by }: Ruling) =>
  accepted_by.map((party) => `the ${party.toLowerCase()}`).join(' and ')
