import { useEffect } from 'react'

/** Writes how far the page is scrolled, from 0 to 1, for browsers without scroll timelines. */
export function useScrollTurn() {
  useEffect(() => {
    if (CSS.supports('animation-timeline: scroll(root)')) return undefined
    const page = document.documentElement
    let frame = 0

    const write = () => {
      frame = 0
      const range = page.scrollHeight - page.clientHeight
      page.style.setProperty('--scrolled', String(range > 0 ? window.scrollY / range : 0))
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(write)
    }

    write()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll)
      cancelAnimationFrame(frame)
      page.style.removeProperty('--scrolled')
    }
  }, [])
}
