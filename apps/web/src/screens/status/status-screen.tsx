import {
  IconCircleCheck,
  IconCircleX,
  IconClockHour4,
  IconHelp,
  IconPlayerPause,
} from '@tabler/icons-react'
import { useEffect } from 'react'
import { data, useRevalidator } from 'react-router'
import { pageTitle } from '../../shell/page/page-title.ts'
import { TimeText } from '../../text/time-text.tsx'
import { Tag, type Tone } from '../../ui/display/tag.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { Route } from './+types/status-screen'
import { readStatus } from './read-status.server.ts'
import { type Line, linesOf, linesWithoutApi, stopText, verdictOf } from './status-text.ts'
import styles from './status.module.css'

export const meta = pageTitle('Status')

const everyMs = 30_000

/** Whoever watches this page from outside sees by its status, too, that the API is away. */
export async function loader({ request }: Route.LoaderArgs) {
  const seen = await readStatus(request)
  const asOf = seen.status?.as_of ?? new Date().toISOString()
  return data({ ...seen, asOf }, { status: seen.status ? 200 : 503 })
}

/** What works, for people. It needs nothing but the web server. */
export default function StatusScreen({ loaderData }: Route.ComponentProps) {
  useFreshness()
  const { status, awaySince, asOf } = loaderData
  const lines = status ? linesOf(status) : linesWithoutApi(awaySince, asOf)
  const verdict = verdictOf(lines)
  const VerdictIcon = looks[verdict.state].icon
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>Status</h1>
        <p>
          As of <TimeText at={asOf} withTime />. This page checks again every 30 seconds.
        </p>
      </div>
      <section className={styles.card} aria-labelledby="now">
        <h2 id="now" className={styles.verdict} data-state={verdict.state} aria-live="polite">
          <VerdictIcon size={28} aria-hidden="true" />
          {verdict.text}
        </h2>
        <dl className={styles.lines}>
          {lines.map((line) => (
            <PartLine key={line.name} {...line} />
          ))}
        </dl>
      </section>
      {status ? <Stops stops={status.stops} now={asOf} /> : <LongOutage />}
      {status && <Checked status={status} />}
    </div>
  )
}

/** Those who leave it open see when something works again. */
function useFreshness() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [revalidate])
}

const looks = {
  well: { tone: 'good', icon: IconCircleCheck, word: 'Operational' },
  late: { tone: 'wait', icon: IconClockHour4, word: 'Delayed' },
  away: { tone: 'bad', icon: IconCircleX, word: 'Down' },
  unknown: { tone: 'neutral', icon: IconHelp, word: 'Unknown' },
} satisfies Record<Line['state'], { tone: Tone; icon: typeof IconHelp; word: string }>

function PartLine({ name, state, text }: Line) {
  const { tone, icon, word } = looks[state]
  return (
    <div className={styles.line}>
      <dt>{name}</dt>
      <dd>{text}</dd>
      <dd>
        <Tag tone={tone} icon={icon}>
          {word}
        </Tag>
      </dd>
    </div>
  )
}

type Status = NonNullable<Route.ComponentProps['loaderData']['status']>

const Stops = ({ stops, now }: { stops: Status['stops']; now: string }) =>
  stops.map((stop) => (
    <Notice
      key={stop.since + stop.scope + stop.tld}
      kind="wait"
      icon={<IconPlayerPause size={20} aria-hidden="true" />}
    >
      {stopText(stop, now)}
    </Notice>
  ))

const LongOutage = () => (
  <Notice icon={<IconPlayerPause size={20} aria-hidden="true" />}>
    If it lasts for an hour or more, the clocks of all loans stop automatically until our operators
    have reviewed it.
  </Notice>
)

const Checked = ({ status: { sealed_at, compared } }: { status: Status }) => (
  <section className={styles.card} aria-labelledby="checked">
    <h2 id="checked">Last checked</h2>
    <dl className={styles.lines}>
      <div className={styles.line}>
        <dt>Loan histories timestamped</dt>
        <dd>{sealed_at ? <TimeText at={sealed_at} withTime /> : 'Nothing to timestamp yet.'}</dd>
      </div>
      <div className={styles.line}>
        <dt>Ledger reconciled with both payment providers</dt>
        <dd>
          {compared ? (
            <>
              <TimeText at={compared.at} withTime />:{' '}
              {compared.agrees
                ? 'they agree to the cent.'
                : 'they differ, and we are investigating it.'}
            </>
          ) : (
            'Not checked yet.'
          )}
        </dd>
      </div>
    </dl>
  </section>
)
