/** Decides from what a domain's servers said whether control is verified. */
import type { Statement } from './name-servers.ts'

export type ControlRefusal =
  | 'no-record'
  | 'wrong-value'
  | 'wildcard'
  | 'servers-disagree'
  | 'dnssec-bogus'
  | 'no-delegation'
  | 'timeout'

export type ControlCheck =
  | { verified: true; via: 'dnssec' | 'authoritative'; nameservers: readonly string[] }
  | {
      verified: false
      reason: ControlRefusal
      /** What stood there instead, as the user may read it. */
      seen: readonly string[]
      retryAfterMs: number
    }

/** Two servers must agree, or the only one, and none that answers for the domain may disagree. */
export function judgeStatements(
  statements: readonly Statement[],
  nameservers: readonly string[],
): ControlCheck {
  const of = <Kind extends Statement['kind']>(kind: Kind) =>
    statements.filter(
      (statement): statement is Extract<Statement, { kind: Kind }> => statement.kind === kind,
    )
  const ledAway = of('led-away')
  if (ledAway.length > 0)
    return refuse(
      'wrong-value',
      ledAway.flatMap(({ seen }) => seen),
    )
  if (of('wildcard').length > 0) return refuse('wildcard', [])

  const proofs = of('token').length
  const others = of('other')
  const texts = others.flatMap(({ seen }) => seen)
  const failures = statements.flatMap(presentFailure)
  if (proofs > 0 && others.length > 0) {
    const seen = others.map(({ server, seen }) => `${server}: ${seen.join(' ') || 'no record'}`)
    return refuse('servers-disagree', seen)
  }
  if (proofs >= 2 || (proofs === 1 && statements.length === 1)) {
    return { verified: true, via: 'authoritative', nameservers }
  }
  if (others.length > 0) return refuse(texts.length > 0 ? 'wrong-value' : 'no-record', texts)
  if (of('lame').length === 0) return refuse('timeout', failures)
  return refuse(proofs > 0 ? 'servers-disagree' : 'no-delegation', failures)
}

export function refuse(reason: ControlRefusal, seen: readonly string[]): ControlCheck {
  const shown = [...new Set(seen.map(makeReadable))].slice(0, seenMax)
  return { verified: false, reason, seen: shown, retryAfterMs: retryAfterMs[reason] }
}

const seenMax = 10
const seenCharactersMax = 300

/** Third-party DNS data is shown to people: no control characters, and limited length. */
const makeReadable = (text: string) =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD').slice(0, seenCharactersMax)

/** A record may appear any moment; what somebody has to repair takes longer. */
const retryAfterMs: Record<ControlRefusal, number> = {
  'no-record': 30_000,
  'wrong-value': 30_000,
  wildcard: 60_000,
  'servers-disagree': 60_000,
  timeout: 60_000,
  'dnssec-bogus': 300_000,
  'no-delegation': 300_000,
}

function presentFailure(statement: Statement): string[] {
  if (statement.kind === 'silent') return [`${statement.server}: no answer`]
  if (statement.kind === 'lame') return [`${statement.server}: ${statement.seen.join(' ')}`]
  return []
}
