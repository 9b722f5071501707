import type { Page } from '@playwright/test'

const days = ['2026-10-12T23:30:00.000Z', '2026-10-11T09:00:00.000Z']

function transaction(change: Record<string, unknown>, number: number) {
  return {
    id: crypto.randomUUID(),
    type: 'Top-up',
    amount: 150,
    method: 'Card',
    status: 'DONE',
    created_at: days[1],
    reference: `TU-${88_213 - number}`,
    domain: null,
    note: null,
    can_cancel: false,
    ...change,
  }
}

const transactions = [
  { amount: -12.18, type: 'Transfer-in fee', domain: 'ferrywire.net', method: 'Site balance' },
  { status: 'PENDING', note: 'Held until the transfer arrives', created_at: days[0] },
  { amount: 79.62, method: 'Cryptocurrency', note: '$80.00 asked, $79.62 arrived' },
  { status: 'FAILED', note: 'Nothing arrived in time' },
  { status: 'REVERSED', type: 'Withdrawal', amount: -20, note: 'You took it back' },
  { status: 'PENDING', type: 'Withdrawal', amount: -40, can_cancel: true },
  ...Array.from({ length: 6 }, () => ({})),
].map(transaction)

/** Answers with this many of the lines above, as the server pages them. */
export async function showLines(page: Page, count: number) {
  await page.route('**/api/transactions?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const [limit, at] = [Number(query.get('limit')), Number(query.get('page'))]
    const lines = transactions.slice(0, count)
    return route.fulfill({
      json: {
        transactions: lines.slice((at - 1) * limit, at * limit),
        pages: Math.ceil(count / limit),
        available: 184.2,
        held: 23.24,
        holds: 2,
        reconciliation: { at: '2026-10-14T05:00:00.000Z', difference: 0 },
      },
    })
  })
}
