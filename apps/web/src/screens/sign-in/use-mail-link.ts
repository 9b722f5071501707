import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messageOf } from '../../api/client/api-error.ts'
import { call, findSelf } from '../../api/client/client.ts'
import { usePage } from '../../shell/page/page-context.tsx'
import { type MailLink, readMailLink } from './mail-link.ts'

/**
 * Removes the mail's token from the address bar, so that it is used once and not kept. An email is
 * verified at once, and a logged-in user then goes into the app; for the other kinds a panel asks
 * first.
 */
export function useMailLink(): MailLink | null {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const { setLoading, setSuccess, setPageError } = usePage()
  const [link, setLink] = useState<MailLink | null>(null)
  const taken = useRef('')

  useEffect(() => {
    const found = readMailLink(hash)
    if (!found || taken.current === hash) return
    taken.current = hash
    setLink(found)
    void navigate(pathname, { replace: true })
    if (found.kind !== 'verify') return

    setLoading(true)
    void verifyEmail(found.token)
      .then(async ({ done, refusal, isLoggedIn }) => {
        if (isLoggedIn) await navigate('/app', { replace: true })
        if (done) setSuccess(done)
        else setPageError(refusal)
      })
      .finally(() => setLoading(false))
  }, [hash, pathname, navigate, setLoading, setSuccess, setPageError])
  return link
}

/** A used link is no failure for a user who is already verified. */
async function verifyEmail(token: string) {
  const refusal = await call('POST /users/verify-email', { body: { token } }).then(
    () => '',
    (error: unknown) => messageOf(error),
  )
  const self = await findSelf()
  const known = self?.email_verified ? 'Your email is verified' : null
  return { done: refusal ? known : 'Email verified', refusal, isLoggedIn: self !== null }
}
