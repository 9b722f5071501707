/** The default notice: what is owed, the three ways to stop it, and the exact time the window ends. */
import { sayTime } from '@pier/protocol/say-time'
import { limits } from '@pier/protocol/limits'
import { formatMoney } from '@pier/protocol/money'
import { owedOn } from '@pier/protocol/loans/repayment'
import { invariant } from '../../../platform/app-error.ts'
import { dateOf, debtOf, type LoanView } from '../facts/loan-view.ts'

export function noticeOf(view: LoanView) {
  const { loan, names, now } = view
  const debt = debtOf(view)
  invariant(debt && loan.objectionUntil, 'a notice is about a debt, and has an end')
  const owed = owedOn(debt, dateOf(now))
  const until = sayTime(loan.objectionUntil)
  return {
    paragraphs: [
      `${names.LENDER} states that the loan was not repaid. Please answer by ${until}.`,
      `You can stop this in three ways. Pay, then press Finalize on the loan page; only that page shows where to pay. Object with Escalate, and operators review the case. Or ask ${names.LENDER} for an extension.`,
      `If the domain is worth at least twice the amount owed, you can also ask for ${limits.sellDays} days to sell it and settle.`,
      'Otherwise two operators check the file. If everything is in order, the domain goes to the lender and the whole debt is closed. You then owe nothing more.',
    ],
    facts: [
      { label: 'Owed today', value: formatMoney(owed.payoffCents) },
      { label: 'Each further day', value: formatMoney(owed.perDiemCents) },
      { label: 'Answer by', value: until },
    ],
  }
}
