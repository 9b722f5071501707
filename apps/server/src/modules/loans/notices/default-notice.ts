/** The default notice: what is owed, the three ways to stop it, and the exact time the window ends. */
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
  const until = `${loan.objectionUntil.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  return {
    paragraphs: [
      `${names.LENDER} states that the loan was not repaid. You have until ${until} to answer.`,
      `You can stop this in three ways. Pay, and press Finalize in the loan; where to pay is shown there, and nowhere else. Object, by pressing Escalate: operators then look at the case. Or ask ${names.LENDER} for an extension.`,
      `If the domain is worth at least twice what is owed, you may also ask for ${limits.sellDays} days to sell it and settle.`,
      'If none of this happens, two operators check the file. If all is right, the domain goes to the lender, and with it the whole debt is closed: nothing more can be asked of you.',
    ],
    facts: [
      { label: 'Owed today', value: formatMoney(owed.payoffCents) },
      { label: 'Each further day', value: formatMoney(owed.perDiemCents) },
      { label: 'Answer by', value: until },
    ],
  }
}
