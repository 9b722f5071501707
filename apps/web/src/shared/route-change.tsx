import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** On every route change: to the top of the page, and to its heading for who listens or tabs. */
export function RouteChange() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo({ top: 0, behavior: 'instant' })
    const heading = document.querySelector('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])
  return null
}
