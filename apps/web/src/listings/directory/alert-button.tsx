import { limits } from '@pier/protocol/limits'
import { IconBellPlus } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { failureText } from '../../api/client/api-error.ts'
import type { DirectoryView } from '../../api/listings.ts'
import { loginPath } from '../../session/leave.ts'
import { hasTokens } from '../../session/tokens.ts'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { useOnce } from '../../ui/form/use-once.ts'
import { usePage } from '../../shell/page/page-context.tsx'
import { appHome, hrefOfView } from '../directory-address.ts'

/** A visitor logs in first and comes back to the same search, inside the app. */
export function AlertButton({ view }: { view: DirectoryView }) {
  const navigate = useNavigate()
  const { setSuccess, setPageError } = usePage()
  const { busy, run } = useOnce(limits.loadingClearMs)

  const thank = () => setSuccess('Alert set. We notify you of new listings that match')
  const refuse = (error: unknown) => setPageError(failureText('The alert could not be set', error))
  const press = () =>
    run(async () => {
      if (hasTokens()) await save(view.filters).then(thank, refuse)
      else await navigate(loginPath(hrefOfView(appHome, view)))
    })
  return (
    <BusyButton
      variant="subtle"
      size="xs"
      busy={busy}
      leftSection={<IconBellPlus size={18} aria-hidden="true" />}
      onClick={() => void press()}
    >
      Alert me about this search
    </BusyButton>
  )
}

/** With the calls of alerts come those of the whole app, which a visitor has no use for. */
async function save(filters: DirectoryView['filters']) {
  const { saveAlert } = await import('../../api/alerts.ts')
  await saveAlert(filters)
}
