import type { Page } from '@playwright/test'
import { everyQueue, foghorn, foghornLoan } from './operator-rows.ts'

const calls = [
  'GET /operator/decisions',
  'GET /operator/clocks',
  'POST /operator/clocks',
  'GET /operator/loans/:id/as/:party',
  'POST /operator/loans/:id/open',
  'POST /operator/loans/:id/rule',
  'POST /operator/loans/:id/seize',
  'POST /operator/cases/:id/questions',
  'PUT /operator/cases/:id/exhibits/:number',
  'GET /operator/cases/:id/exhibits/:number',
  'POST /operator/holds',
  'POST /operator/holds/:id/lift',
]

const self = {
  id: '0197f2c4-4a00-7000-8000-00000000a001',
  name: 'Noor Haddad',
  email: 'noor@pier.example',
  roles: ['case_officer'],
  has_joined: true,
  is_ended: false,
  now: '2026-10-14T14:06:00.000Z',
  is_clock_stopped: false,
  calls,
}

const answers: [RegExp, unknown][] = [
  [/\/self$/, self],
  [/\/queues$/, { queues: everyQueue.map(({ queue, count, late }) => ({ queue, count, late })) }],
  [/\/queues\/\w+$/, { ...rowsOf('disputes'), states: ['Ready to rule', 'New'], pages: 1 }],
  [/\/cases\/[\w-]+$/, foghorn],
  [/\/loans\/[\w-]+$/, foghornLoan],
  [/\/decisions$/, { decisions: [], pages: 1, total: 0 }],
  [/\/clocks$/, { stops: [] }],
]

function rowsOf(queue: string) {
  const rows = everyQueue.find((each) => each.queue === queue)?.rows ?? []
  return { rows, total: rows.length }
}

export const operatorPaths = [
  '/operator/queues/disputes',
  `/operator/cases/${foghorn.id}`,
  `/operator/loans/${foghorn.escrow_id}`,
  '/operator/decisions',
  '/operator/clocks',
] as const

/** The console as a case officer sees it, on a day that does not pass. */
export async function showConsole(page: Page) {
  await page.route('**/api/operator/**', (route) => {
    const { pathname } = new URL(route.request().url())
    const [, json] = answers.find(([path]) => path.test(pathname)) ?? []
    return json ? route.fulfill({ json }) : route.fulfill({ status: 404, json: {} })
  })
}
