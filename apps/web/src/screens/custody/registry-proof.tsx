import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import { useCompany } from '../../shell/public/use-company.ts'
import { fullDay } from '../../text/date-text.ts'
import styles from './certificate-sheet.module.css'
import { type Certificate, registryFacts } from './registry-facts.ts'

type RegistryProofProps = { certificate: Certificate; nowMs: number }

/** What the registry showed, and when it was read. */
export function RegistryProof({ certificate, nowMs }: RegistryProofProps) {
  const registrar = useCompany()
  const { registry } = certificate
  return (
    <section aria-labelledby="proof" className={styles.section}>
      <div className={styles.head}>
        <h2 id="proof">Registry proof</h2>
        {registry && (
          <p className={styles.read} aria-live="polite">
            <IconCircleCheckFilled size={18} aria-hidden="true" />
            <span>
              Read from the registry{' '}
              <time dateTime={registry.read_at}>
                {fullDay(registry.read_at)}, {registry.read_at.slice(11, 19)} UTC
              </time>
            </span>
          </p>
        )}
      </div>
      {registry ? (
        <dl className={styles.facts}>
          {registryFacts({ ...certificate, registry }, { registrar, nowMs }).map((fact) => (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd className={styles.value}>
                {fact.mark === 'good' && <IconCircleCheckFilled size={18} aria-hidden="true" />}
                {fact.mark === 'wait' && (
                  <IconAlertTriangleFilled size={18} aria-label="Look at this:" data-wait />
                )}
                {fact.value}
              </dd>
              {fact.note && <dd className={styles.note}>{fact.note}</dd>}
            </div>
          ))}
        </dl>
      ) : (
        <p>We have not read the registry yet. “Check again now” does it.</p>
      )}
    </section>
  )
}
