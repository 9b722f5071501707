import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reloadAlerts } from './alerts.ts'
import { reloadDomains } from './domains.ts'
import { reloadLoans } from './escrow.ts'
import { openLive } from './live.ts'
import { sessionTokens } from './live-tokens.ts'
import { addNotification, reloadNotifications } from './notifications.ts'
import { reloadBalance } from './transactions.ts'

/** Before a log out: a stream that is cut off would try to come back. */
export let closeLive = () => {}

/** The one stream of this tab. What it tells goes into the query cache. */
export function useLive() {
  const queries = useQueryClient()
  useEffect(() => {
    const close = openLive({
      tokens: sessionTokens,
      onEvent: (event) => {
        if (event.type === 'balance') void reloadBalance(queries)
        else if (event.type === 'domains') void reloadDomains(queries)
        else if (event.type === 'loans') void reloadLoans(queries)
        else {
          addNotification(queries, event.notification)
          void reloadAlerts(queries)
        }
      },
      onMissed: () => {
        void reloadNotifications(queries)
        void reloadBalance(queries)
        void reloadDomains(queries)
        void reloadLoans(queries)
        void reloadAlerts(queries)
      },
    })
    closeLive = close
    return close
  }, [queries])
}
