import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messageOf } from '../../api/client/api-error.ts'
import { call, findSelf } from '../../api/client/client.ts'
import { usePage } from '../../shell/page/page-context.tsx'
import { type MailLink, readMailLink } from './mail-link.ts'

/**
 * Takes the link of a mail out of the address bar, so that it is used once and not kept. A
 * verification is done at once, and leads on into the app where somebody is logged in; the other
 * kinds come back, for their panels to ask first.
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

/** A link that was used before is no failure for who is verified already. */
async function verifyEmail(token: string) {
  const refusal = await call('POST /users/verify-email', { body: { token } }).then(
    () => '',
    (error: unknown) => messageOf(error),
  )
  const self = await findSelf()
  const known = self?.email_verified ? 'Your email is verified' : null
  return { done: refusal ? known : 'Email verified', refusal, isLoggedIn: self !== null }
}
