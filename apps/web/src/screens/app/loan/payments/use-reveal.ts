import type { CallOutput } from '@pier/protocol/calls/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../api/client/client.ts'
import { type Loan, reloadLoans, showLoan } from '../../../../api/loans/loans.ts'
import { useAction } from '../../../../shell/action/use-action.ts'

export type PayeeDetails = CallOutput<'POST /escrow/:id/reveal'>

/** The waiver a lender gives before paying for a domain that expires too early. */
export const waiverId = 'waive-runway'

/**
 * Where to pay. It needs a click, is shown in this tab only, and is not kept: for the lender
 * revealing it freezes Cancel, so it never happens by itself.
 */
export function useReveal(loan: Loan) {
  const { id, version, role, runway_short_days } = loan
  const queries = useQueryClient()
  const [details, setDetails] = useState<PayeeDetails | null>(null)
  const [waives, setWaives] = useState(false)
  const needsWaiver = role === 'LENDER' && runway_short_days !== null
  const body = needsWaiver ? { version, waives_runway: true } : { version }
  // Revealing changes the version of the loan, so it is loaded before the user can go on.
  const readAfter = async (answer: PayeeDetails) => {
    const after = await call('GET /escrow/:id', { params: { id } }).catch(() => null)
    if (after) showLoan(queries, after)
    setDetails(answer)
    void reloadLoans(queries)
  }
  const asking = useAction(() => call('POST /escrow/:id/reveal', { params: { id }, body }), {
    what: `Show payment details for ${loan.domain}`,
    onDone: (answer) => void readAfter(answer),
  })
  const reveal = () => {
    // On a narrow screen its tab has to open first.
    if (needsWaiver && !waives)
      requestAnimationFrame(() => document.getElementById(waiverId)?.focus())
    else void asking.act()
  }
  return { details, reveal, busy: asking.busy, needsWaiver, waives, setWaives }
}

export type Reveal = ReturnType<typeof useReveal>
