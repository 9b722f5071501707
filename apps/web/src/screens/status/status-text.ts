import { brand } from '@pier/protocol/brand'
import type { CallOutput } from '@pier/protocol/calls/calls'
import { clockTime, fullDay } from '../../text/date-text.ts'

type Status = CallOutput<'GET /status'>
type Part = Status['parts'][number]
type Stop = Status['stops'][number]
export type Line = {
  name: string
  state: Part['state'] | 'unknown'
  text: string
  /** The same as a headline, where it is the only one that is not well. */
  headline: string
}

const siteLine: Line = {
  name: 'This site',
  state: 'well',
  text: 'You are reading it.',
  headline: '',
}

/** "14:02 UTC", with the day where it is not today's. */
function momentText(at: string, now: string): string {
  return fullDay(at) === fullDay(now) ? clockTime(at) : `${fullDay(at)}, ${clockTime(at)}`
}

export function linesOf({ parts, as_of: now }: Status): Line[] {
  return [siteLine, ...parts.map((part) => lineOf(part, now))]
}

function lineOf({ part, state, since, waiting }: Part, now: string): Line {
  const about = abouts[part]
  const at = since && momentText(since, now)
  const wait = waiting === 1 ? '1 is waiting' : `${waiting ?? 0} are waiting`
  if (state === 'late') {
    const text = `${wait}, the oldest since ${at}. ${about.kept}`
    return { name: about.name, state, text, headline: about.late }
  }
  if (state === 'away') {
    const text = at ? `${about.away} since ${at}. ${about.kept}` : about.never
    return { name: about.name, state, text, headline: about.headline }
  }
  return { name: about.name, state, text: waiting ? `${wait}.` : about.well, headline: '' }
}

type About = Record<'name' | 'well' | 'late' | 'away' | 'never' | 'kept' | 'headline', string>

const abouts: Record<Part['part'], About> = {
  reading: {
    name: 'Reading',
    well: 'Whoever is logged in can see their account.',
    late: 'Pages load slowly.',
    away: 'Nothing could be loaded',
    never: 'Nothing could be loaded yet.',
    kept: 'Nothing is lost.',
    headline: 'Nothing can be loaded.',
  },
  saving: {
    name: 'Saving',
    well: 'You can log in, and what you do here is saved.',
    late: 'Saving is slow.',
    away: 'Nothing has been saved',
    never: 'Nothing has been saved yet.',
    kept: 'Nobody can log in until it works again. What was saved before is safe.',
    headline: 'Nothing can be saved, and nobody can log in.',
  },
  mails: {
    name: 'Email',
    well: 'No email is waiting to be sent.',
    late: 'Emails are late.',
    away: 'None has been sent',
    never: 'None has been sent yet.',
    kept: 'They will be sent when this is fixed.',
    headline: 'No emails are being sent.',
  },
  registrar: {
    name: 'Our registrar',
    well: 'Our connection to it works.',
    late: 'The registrar is slow.',
    away: 'It has not answered',
    never: 'It has not answered yet.',
    kept: 'Transfers and domain changes wait until it does.',
    headline: 'Our registrar is not answering.',
  },
  payments: {
    name: 'Payments',
    well: 'No report of a payment is waiting to be read.',
    late: 'Payments are credited late.',
    away: 'None has been credited',
    never: 'None has been credited yet.',
    kept: 'What you pay will be credited when this is fixed.',
    headline: 'Payments are not being credited.',
  },
}

/** The web server is all that answers, so it knows of nothing else. */
export function linesWithoutApi(awaySince: string, now: string): Line[] {
  const reading = `The server behind this page has not answered since ${momentText(awaySince, now)}. What was saved before is safe.`
  const saving = 'Nobody can log in, and nothing can be saved now.'
  return [
    siteLine,
    { name: abouts.reading.name, state: 'away', text: reading, headline: '' },
    { name: abouts.saving.name, state: 'away', text: saving, headline: '' },
    ...(['mails', 'registrar', 'payments'] as const).map((part): Line => ({
      name: abouts[part].name,
      state: 'unknown',
      text: 'Unknown while that server does not answer.',
      headline: '',
    })),
  ]
}

/** The whole in one sentence, and how bad it is. */
export function verdictOf(lines: readonly Line[]): { text: string; state: Line['state'] } {
  const wrong = lines.filter(({ state }) => state === 'late' || state === 'away')
  const [first] = wrong
  if (!first) return { text: 'Everything works.', state: 'well' }
  if (lines.some(({ state }) => state === 'unknown')) {
    return { text: `Most of ${brand.name} is down right now.`, state: 'away' }
  }
  const state = wrong.some(({ state }) => state === 'away') ? 'away' : 'late'
  const many = `${wrong.length} things do not work as they should.`
  return { text: wrong.length === 1 ? first.headline : many, state }
}

export function stopText({ scope, tld, reason, since, is_over }: Stop, now: string): string {
  const whose = {
    all: 'The clocks of all loans have been stopped',
    transfers: 'The clocks of loans whose domain is on its way to us have been stopped',
    tld: `The clocks of loans against .${tld} domains have been stopped`,
  }[scope]
  const because = reason ? `, because ${reason}` : ''
  const over = is_over
    ? ' That is over; our operators review it before the clocks start again.'
    : ''
  return `${whose} since ${momentText(since, now)}${because}.${over}`
}
