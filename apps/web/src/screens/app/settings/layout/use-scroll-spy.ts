import { useEffect, useState } from 'react'

/** Below the top bar, a section counts as the one being read. */
const topPixels = 120

/**
 * Which section is being read. The threshold moves down as the page is scrolled, so that the last
 * sections become current too; one opened by its link stays current until the user scrolls.
 */
export function useScrollSpy(ids: readonly string[], hash: string): string {
  const asked = ids.find((id) => hash === `#${id}`)
  const [seen, setSeen] = useState<string>()
  const [hasScrolled, setHasScrolled] = useState<string | null>(null)

  useEffect(() => {
    const look = () => setSeen(findCurrent(ids))
    const letGo = () => setHasScrolled(hash)
    const options = { passive: true }
    look()
    window.addEventListener('scroll', look, options)
    window.addEventListener('wheel', letGo, options)
    window.addEventListener('touchmove', letGo, options)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('wheel', letGo)
      window.removeEventListener('touchmove', letGo)
    }
  }, [ids, hash])

  const isHeld = asked && hasScrolled !== hash
  return (isHeld ? asked : seen) ?? ids[0] ?? ''
}

function findCurrent(ids: readonly string[]): string | undefined {
  const { scrollHeight, clientHeight } = document.documentElement
  const share = window.scrollY / Math.max(1, scrollHeight - clientHeight)
  const line = topPixels + share * (clientHeight - topPixels)
  return ids.findLast((id) => {
    const section = document.getElementById(id)
    return section && section.getBoundingClientRect().top <= line
  })
}
