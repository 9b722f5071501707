import { vi } from 'vitest'

type Opened = { at: string }

/** The windows that the page has open beside itself, from here on. No real one hides the page. */
export function listenToWindows(): Opened[] {
  const open: Opened[] = []
  vi.spyOn(window, 'open').mockImplementation(() => {
    const opened: Opened = { at: 'about:blank' }
    open.push(opened)
    const beside = {
      location: {
        replace: (address: string) => {
          opened.at = address
        },
      },
      close: () => {
        open.splice(open.indexOf(opened), 1)
      },
    }
    return beside as unknown as Window // As much of one as a page does with it.
  })
  return open
}
