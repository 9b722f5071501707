import { centsOf } from '@pier/protocol/money'
import { type DomainList, useDomainChoices } from '../../../api/domains.ts'
import { LoadFailed } from '../../../shell/failures/load-failed.tsx'
import { Money } from '../../../money/money.tsx'
import styles from './portfolio-card.module.css'
import { CardEmpty, CardFigure, CardLines, SummaryCard } from './summary-card.tsx'

/** The sum of the known values, and the states of the domains. */
export function PortfolioCard() {
  const { data, error, refetch } = useDomainChoices('all')
  return (
    <SummaryCard
      title="Portfolio"
      link={{ to: '/app/my-domains', label: 'My Domains' }}
      busy={!data && !error}
    >
      {data && <Portfolio list={data} />}
      {error && !data && (
        <LoadFailed what="Your domains" error={error} onRetry={() => void refetch()} />
      )}
    </SummaryCard>
  )
}

function Portfolio({ list }: { list: DomainList }) {
  const { counts, estimated_total, without_value } = list
  if (counts.all === 0)
    return (
      <CardEmpty title="No domains yet" hint="The sum of the estimated values of your domains." />
    )
  const count = counts.all.toLocaleString('en-US')
  const domains = counts.all === 1 ? '1 domain' : `${count} domains`
  return (
    <>
      <CardFigure>
        <Money amountCents={centsOf(estimated_total)} size="figure-38" />
      </CardFigure>
      <StateBar counts={counts} />
      <CardLines
        lines={[
          {
            label: `Sum of estimated values, ${domains}`,
            value: `${without_value.toLocaleString('en-US')} without a value`,
          },
        ]}
      />
    </>
  )
}

function StateBar({ counts }: Pick<DomainList, 'counts'>) {
  const { all, in_escrow, in_custody, not_verified } = counts
  const states = [
    { state: 'escrow', label: 'in escrow', count: in_escrow },
    { state: 'custody', label: 'in custody', count: in_custody },
    { state: 'verified', label: 'verified', count: all - in_escrow - in_custody - not_verified },
    { state: 'unverified', label: 'not verified', count: not_verified },
  ].filter(({ count }) => count > 0)
  return (
    <>
      <div aria-hidden="true" className={styles.bar}>
        {states.map(({ state, count }) => (
          <span key={state} data-state={state} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className={styles.key}>
        {states.map(({ state, label, count }) => (
          <li key={state} data-state={state}>
            {count.toLocaleString('en-US')} {label}
          </li>
        ))}
      </ul>
    </>
  )
}
