import type { Receipt } from './receipt-rows.ts'

type Figure = { figure: string; label: string }

/** For the reader's role in this loan. Lapses are shown only if there are any. */
export function recordFigures(
  { as, loans, repaid, on_time, lapses, amount, since }: Receipt['record'],
  money: (dollars: number) => string,
): Figure[] {
  const isBorrower = as === 'BORROWER'
  return [
    { figure: `${repaid} of ${loans}`, label: isBorrower ? 'loans repaid' : 'loans repaid to you' },
    { figure: String(on_time), label: 'on time or early' },
    ...(since === null
      ? []
      : [{ figure: money(amount), label: `${isBorrower ? 'borrowed' : 'lent'} since ${since}` }]),
    ...(lapses > 0 ? [{ figure: String(lapses), label: lapses === 1 ? 'lapse' : 'lapses' }] : []),
  ]
}
