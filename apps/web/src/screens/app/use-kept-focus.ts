import { useEffect } from 'react'

/**
 * A button may vanish with its action: a session is signed out and its row is gone, or a dialog
 * closes that an earlier dialog had opened. Focus would fall to the top of the page, so it goes to
 * what had it last in the screen, or to the nearest focusable ancestor of that. In an open dialog
 * it stays in the dialog.
 */
export function useKeptFocus() {
  useEffect(() => {
    let last: HTMLElement | undefined
    let places: HTMLElement[] = [] // What had focus last in the screen, then its ancestors.
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      last = target
      if (target.closest('main')) places = withParents(target)
    }
    const rescue = () => {
      const isLost = document.activeElement === document.body && last?.isConnected === false
      if (!isLost) return
      const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1)
      if (dialog) {
        dialog.focus({ preventScroll: true })
        return
      }
      const place = places.find(
        (element, index) => element.isConnected && (index === 0 || element.matches('[tabindex]')),
      )
      place?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(rescue)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [])
}

function withParents(element: HTMLElement): HTMLElement[] {
  const parent = element.parentElement
  return parent ? [element, ...withParents(parent)] : [element]
}
