import { Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { Imported } from '../../../../api/domains.ts'
import type { ReactNode } from 'react'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import styles from '../dialog-frame/dialog-parts.module.css'
import { RecordTable } from '../dialog-frame/record-table.tsx'

type ImportResultProps = { result: Imported; onClose: () => void }

/** What became of each line, and the one record for all that were added. */
export function ImportResult({ result, onClose }: ImportResultProps) {
  const { added, refused, left_out } = result
  return (
    <>
      <DialogBody>
        <output className={styles.lead}>
          {added.length} added, {refused.length} not.
        </output>
        {left_out > 0 && (
          <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>
            The last {left_out} domains were left out. Import them as a second list.
          </Notice>
        )}
        {added.length > 0 && (
          <>
            <p className={styles.text}>
              Add this DNS record to each domain. It proves control and changes nothing else.
            </p>
            <RecordTable host={result.verificationHost} value={result.verificationRecord} />
            <Section title="Added">
              {added.map(({ id, domain, cleaned_from }) => (
                <li key={id}>
                  <DomainName name={domain} size="row" />
                  {cleaned_from && (
                    <span className={styles.small}>
                      Read from <code>{cleaned_from}</code>
                    </span>
                  )}
                </li>
              ))}
            </Section>
          </>
        )}
        {refused.length > 0 && (
          <Section title="Not added">
            {refused.map(({ line, typed, message }) => (
              <li key={`${line} ${typed}`}>
                <span className={styles.typed}>
                  Line {line}: <code>{typed}</code>
                </span>
                <span className={styles.small}>{message}</span>
              </li>
            ))}
          </Section>
        )}
      </DialogBody>
      <DialogFooter>
        <span />
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </DialogFooter>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      <ul className={styles.lines}>{children}</ul>
    </section>
  )
}
