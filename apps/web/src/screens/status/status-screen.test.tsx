import { brand } from '@pier/protocol/brand'
import { expect, test } from 'vitest'
import { openScreen } from '../../testing/open-screen.tsx'
import type { Route } from './+types/status-screen'
import StatusScreen from './status-screen.tsx'

type Loaded = Route.ComponentProps['loaderData']
type Status = NonNullable<Loaded['status']>
type Part = Status['parts'][number]

const now = '2026-11-18T14:30:00.000Z'
const well = (part: Part['part']): Part => ({ part, state: 'well', since: null, waiting: null })
const allWell: Status = {
  as_of: now,
  parts: (['reading', 'saving', 'mails', 'registrar', 'payments'] as const).map(well),
  stops: [],
  sealed_at: '2026-11-18T14:02:00.000Z',
  compared: { at: '2026-11-18T05:00:00.000Z', agrees: true },
}
const withPart = (changed: Part): Status => ({
  ...allWell,
  parts: allWell.parts.map((part) => (part.part === changed.part ? changed : part)),
})

async function open(loaded: Loaded) {
  // The screen reads nothing else of what the router gives it.
  const props = { loaderData: loaded } as Route.ComponentProps
  await openScreen(<StatusScreen {...props} />)
}
const openWith = (status: Status) => open({ status, awaySince: null, asOf: now })
const headline = () => document.querySelector('h2')?.textContent
const lines = () => [...document.querySelectorAll('section')][0]?.querySelectorAll('dl > div') ?? []
const lineOf = (name: string) =>
  [...lines()].find((line) => line.querySelector('dt')?.textContent === name)?.textContent

test('when all is well, it says so in two words and names each part', async () => {
  await openWith(allWell)

  expect(headline()).toBe('Everything works.')
  expect([...lines()].map((line) => line.lastElementChild?.textContent)).toEqual(
    Array.from({ length: 6 }, () => 'Operational'),
  )
  expect(document.body.textContent).toContain('18 Nov 2026, 14:02 UTC')
  expect(document.body.textContent).toContain('they agree to the cent')
})

test('what is late says how much waits and since when', async () => {
  const since = '2026-11-18T14:02:00.000Z'
  await openWith(withPart({ part: 'mails', state: 'late', since, waiting: 12 }))

  expect(headline()).toBe('Emails are late.')
  expect(lineOf('Email')).toContain('12 are waiting, the oldest since 14:02 UTC.')
  expect(lineOf('Email')).toContain('Delayed')
  expect(lineOf('Payments')).toContain('Operational')
})

test('a registrar that was silent since yesterday says so with the day', async () => {
  const since = '2026-11-17T23:10:00.000Z'
  await openWith(withPart({ part: 'registrar', state: 'away', since, waiting: null }))

  expect(headline()).toBe('Our registrar is not answering.')
  expect(lineOf('Our registrar')).toContain('It has not answered since 17 Nov 2026, 23:10 UTC.')
})

test('while nothing can be saved nobody can log in, and whoever is logged in can read', async () => {
  const since = '2026-11-18T14:02:00.000Z'
  await openWith(withPart({ part: 'saving', state: 'away', since, waiting: null }))

  expect(headline()).toBe('Nothing can be saved, and nobody can log in.')
  expect(lineOf('Saving')).toContain('Nothing has been saved since 14:02 UTC. Nobody can log in')
  expect(lineOf('Reading')).toContain('Whoever is logged in can see their account.Operational')
  expect(document.body.textContent).not.toContain('You can log in')
})

test('that no report of a payment waits does not say that every payment was credited', async () => {
  await openWith(allWell)

  expect(lineOf('Payments')).toContain('No report of a payment is waiting to be read.')
  expect(lineOf('Saving')).toContain('You can log in, and what you do here is saved.')
})

test('several faults are counted, and each keeps its own words', async () => {
  const late = withPart({ part: 'mails', state: 'late', since: now, waiting: 1 })
  const parts = late.parts.map((part) =>
    part.part === 'saving' ? { ...part, state: 'away' as const, since: null } : part,
  )
  await openWith({ ...late, parts })

  expect(headline()).toBe('2 things do not work as they should.')
  expect(lineOf('Email')).toContain('1 is waiting,')
  expect(lineOf('Saving')).toContain('Nothing has been saved yet.')
})

test('clocks that stand still are told, with why, and whether that is over', async () => {
  const reason = `${brand.name} could not be reached`
  const since = '2026-11-18T12:00:00.000Z'
  await openWith({
    ...allWell,
    stops: [
      { scope: 'all', tld: null, reason, since, is_over: true },
      { scope: 'tld', tld: 'com', reason: null, since, is_over: false },
    ],
  })

  expect(document.body.textContent).toContain(
    `The clocks of all loans have been stopped since 12:00 UTC, because ${reason}. That is over; our operators review it before the clocks start again.`,
  )
  expect(document.body.textContent).toContain(
    'The clocks of loans against .com domains have been stopped since 12:00 UTC.',
  )
})

test('where the API does not answer, the page does, and claims nothing that it cannot know', async () => {
  await open({ status: null, awaySince: '2026-11-18T14:21:00.000Z', asOf: now })

  expect(headline()).toBe(`Most of ${brand.name} is down right now.`)
  expect(lineOf('This site')).toContain('Operational')
  expect(lineOf('Reading')).toContain('has not answered since 14:21 UTC.')
  expect(lineOf('Saving')).toContain('Nobody can log in')
  expect(lineOf('Email')).toContain('Unknown')
  expect(document.body.textContent).toContain('the clocks of all loans stop automatically')
  expect(document.body.textContent).not.toContain('Last checked')
})
