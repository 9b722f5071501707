import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reloadAlerts } from '../alerts.ts'
import { reloadDomains } from '../domains.ts'
import { reloadLoans } from '../loans/loans.ts'
import { inTurn } from './in-turn.ts'
import { openLive } from './live.ts'
import { sessionTokens } from './live-tokens.ts'
import { reads } from './reads.ts'
import { forgetFirstAnswers } from '../client/first-answers.ts'
import { addNotification, reloadNotifications } from '../notifications.ts'
import { reloadBalance } from '../transactions.ts'

/** Called before a logout: a stream that is cut off would try to reconnect. */
export let closeLive = () => {}

/** The one event stream of this tab. Its events update the query cache. */
export function useLive() {
  const queries = useQueryClient()
  useEffect(() => {
    const follow = {
      balance: inTurn(() => void reloadBalance(queries)),
      domains: inTurn(() => void reloadDomains(queries)),
      loans: inTurn(() => void reloadLoans(queries)),
      alerts: inTurn(() => void reloadAlerts(queries)),
    }
    const onMissed = () => {
      forgetFirstAnswers()
      void reloadNotifications(queries)
      for (const each of Object.values(follow)) each()
    }
    const end = openLive({
      tokens: sessionTokens,
      findStart: (signal) => reads.findStart(signal, onMissed),
      onEvent: (event) => {
        forgetFirstAnswers()
        if (event.type !== 'notification') return follow[event.type]()
        addNotification(queries, event.notification)
        follow.alerts()
      },
      onMissed,
    })
    const close = () => {
      const { hadBegun } = end()
      reads.close({ hadBegun })
      if (hadBegun) forgetFirstAnswers() // Nobody says any more what has changed since.
    }
    closeLive = close
    return close
  }, [queries])
}
