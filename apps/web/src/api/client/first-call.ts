import { livePositionHeader } from '@pier/protocol/live-position'
import { reads } from '../live/reads.ts'
import { readToken } from '../../session/tokens.ts'
import { call } from './client.ts'
import { hasFirstAnswer, keepFirstAnswer, subjectOf } from './first-answers.ts'
import { firstCallKey, type AskedFirst } from './first-call-script.ts'

/** A slow line takes some seconds to bring the code. A tab that stood still for longer asks again. */
const askedMsMost = 60_000

/**
 * Asks once for all that a page of the app shows first, unless the page's own script has done so.
 * The single calls of the page are answered from it.
 */
export function beginFirstCall(page: string): void {
  const asked = takeAsked()
  const isNew = asked && Date.now() - asked.atMs < askedMsMost
  if (isNew && asked.page === page && asked.token === readToken()) {
    const answered = reads.begin()
    const answer = asked.answer.then((answer) => {
      answered(
        answer?.position ? new Headers({ [livePositionHeader]: answer.position }) : undefined,
      )
      return answer?.body ?? null
    })
    keepFirstAnswer(page, answer)
  } else if (!hasFirstAnswer(page)) {
    keepFirstAnswer(page, ask(page))
  }
}

async function ask(page: string): Promise<Record<string, unknown> | null> {
  const subject = subjectOf(page)
  try {
    if (subject === 'frame') return await call('GET /app')
    if (subject === 'dashboard') return await call('GET /app/dashboard')
    return await call('GET /app/loans/:id', { params: { id: subject.loanId } })
  } catch {
    return null // Each single call says what is wrong.
  }
}

/** What the script in the page's first bytes asked for: once, and for this page alone. */
function takeAsked(): AskedFirst | undefined {
  const asked: unknown = Reflect.get(window, firstCallKey)
  Reflect.deleteProperty(window, firstCallKey)
  return asked as AskedFirst | undefined
}
