import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useOutletContext } from 'react-router'
import { appPath, isInApp } from '../../shell/address/app-path.ts'

/**
 * Where a login or registration leads: to the page of ours that required it, or else to the
 * dashboard. It is removed from the address bar and kept in memory for both tabs.
 */
export function useAskedPath() {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const path = useRef('/app')

  useEffect(() => {
    const from = new URLSearchParams(hash.slice(1)).get('from')
    if (!from) return
    path.current = appPath(from)
    void navigate(pathname, { replace: true })
  }, [hash, pathname, navigate])
  return path
}

/** Goes there. Pages outside the app have another content policy, so they are fully loaded. */
export function useReturn() {
  const path = useOutletContext<RefObject<string>>()
  const navigate = useNavigate()
  return async () => {
    if (isInApp(path.current)) await navigate(path.current)
    else window.location.assign(path.current)
  }
}
