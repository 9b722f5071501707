import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useMessages } from '../../../../api/loans/messages.ts'
import { VisuallyHidden } from '../../../../ui/display/visually-hidden.tsx'
import styles from './loan-page.module.css'

const tabs = { terms: 'Terms', chat: 'Chat', repay: 'Repay', files: 'Files' } as const

export type LoanTab = keyof typeof tabs

const order = Object.keys(tabs) as LoanTab[] // Object.keys returns string[].
const turns: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

type LoanTabsProps = {
  escrowId: string
  tab: LoanTab
  onTurn: (tab: LoanTab) => void
  parts: Record<LoanTab, ReactNode>
}

/** On a narrow screen one part of the loan at a time. */
export function LoanTabs({ escrowId, tab, onTurn, parts }: LoanTabsProps) {
  const id = useId()
  const turn = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    const step = turns[key]
    const next = step && order[(order.indexOf(tab) + step + order.length) % order.length]
    if (!next) return
    onTurn(next)
    currentTarget.parentElement?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <div className={styles.tabbed}>
      <div role="tablist" aria-label="About this loan" className={styles.tabs}>
        {order.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`${id}${each}`}
            data-tab={each}
            aria-selected={each === tab}
            aria-controls={`${id}panel`}
            tabIndex={each === tab ? 0 : -1}
            onClick={() => onTurn(each)}
            onKeyDown={turn}
          >
            {tabs[each]}
            {each === 'chat' && tab !== 'chat' && <Unread escrowId={escrowId} />}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}${tab}`}
        className={styles.tabPanel}
      >
        {parts[tab]}
        {tab === 'repay' && <p className={styles.nothing}>No repayment is due now.</p>}
      </div>
    </div>
  )
}

/** The chat is hidden there, so its tab shows unread messages. */
function Unread({ escrowId }: { escrowId: string }) {
  const unread = useMessages(escrowId).data?.unread ?? 0
  if (unread === 0) return null
  return (
    <b className={styles.unread}>
      {unread}
      <VisuallyHidden> new</VisuallyHidden>
    </b>
  )
}
