import desk from '../../../operator/page/desk.module.css'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { FigureList } from '../../../ui/display/figure-list.tsx'
import type { Loan } from './loan.ts'

/** The addresses and messages of both parties: only after giving a reason. */
export function RestrictedCard({ loan: { restricted } }: { loan: Loan }) {
  if (!restricted) return null
  const { addresses, messages } = restricted
  return (
    <DeskCard title="Chat and addresses" aside="Opened for this session">
      <FigureList
        figures={addresses.map(({ party, name, address }) => ({
          label: `${name}, ${party.toLowerCase()}`,
          value: address || 'Not given',
        }))}
      />
      {messages.length === 0 && <p className={desk.quiet}>No messages.</p>}
      <ol className={desk.lines}>
        {messages.map(({ from, at, text, exhibit }) => (
          <li key={`${at}${from}`}>
            <strong>{from}</strong>
            <span>
              <TimeText at={at} withTime />
              {exhibit !== null && `, exhibit ${exhibit}`}
            </span>
            <p className={desk.text}>{text}</p>
          </li>
        ))}
      </ol>
    </DeskCard>
  )
}
