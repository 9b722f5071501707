import { call } from '../../../../api/client/client.ts'
import type { Nameservers } from '../../../../api/domains.ts'
import { changedText } from '../../../../domains/nameserver-text.ts'
import { TimeText } from '../../../../text/time-text.tsx'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { type DomainPanelProps, useSend } from '../dialog-frame/dialog-frame.ts'
import styles from '../dialog-frame/dialog-parts.module.css'

type NameserverHistoryProps = DomainPanelProps & Pick<Nameservers, 'changes'>
type Change = Nameservers['changes'][number]

export function NameserverHistory({ domain, frame, changes }: NameserverHistoryProps) {
  const { id } = domain
  const { busy, refusal, send } = useSend(frame)
  const undo = (change_id: string) =>
    send({
      what: `Restore the nameservers of ${domain.domain}`,
      work: () =>
        call('POST /domains/:id/nameservers/undo', { params: { id }, body: { change_id } }),
      onDone: (answer) => {
        frame.close()
        return changedText(answer)
      },
    })
  if (changes.length === 0) return null
  return (
    <section className={styles.section}>
      <h3>History</h3>
      <ol className={styles.changes}>
        {changes.map((change) => (
          <li key={change.id}>
            <span>
              <span className={styles.small}>
                <TimeText at={change.at} withTime />
                {stateText[change.state]}
              </span>
              <code>{change.to.join(', ')}</code>
              {change.message && <span className={styles.small}>{change.message}</span>}
            </span>
            {change.can_undo && (
              <BusyButton
                variant="default"
                size="xs"
                busy={busy}
                aria-label={`Undo, back to ${change.from.join(', ')}`}
                onClick={() => void undo(change.id)}
              >
                Undo
              </BusyButton>
            )}
          </li>
        ))}
      </ol>
      <FormAlert message={refusal} />
    </section>
  )
}

const stateText: Record<Change['state'], string> = {
  done: '',
  waiting: ', waiting for the registry',
  refused: ', refused',
}
