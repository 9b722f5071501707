import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { usePage } from '../../shared/page-context.tsx'
import { type MailLink, readMailLink } from './mail-link.ts'

/**
 * Takes the link of a mail out of the address bar, so that it is used once and not kept. A
 * verification is done at once; the other kinds come back, for their panels to ask first.
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
    call('POST /users/verify-email', { body: { token: found.token } })
      .then(() => setSuccess('Email verified'))
      .catch((error: unknown) => setPageError(messageOf(error)))
      .finally(() => setLoading(false))
  }, [hash, pathname, navigate, setLoading, setSuccess, setPageError])
  return link
}
