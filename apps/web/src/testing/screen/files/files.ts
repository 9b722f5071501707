import { onTestFinished, vi } from 'vitest'
import type { Locator } from 'vitest/browser'

/** The smallest picture there is. */
export const png = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  ),
  (letter) => letter.charCodeAt(0),
)

/** Sets the file of a field, as the browser's file chooser does. */
export async function chooseFile(field: Locator, file: File) {
  const input = (await field.findElement()) as HTMLInputElement
  const chosen = new DataTransfer()
  chosen.items.add(file)
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** The names of the files that the page saves, from here on. */
export function listenToDownloads(): string[] {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  return saved
}

/** The addresses of tabs that open from here on. A real tab would hide the tested page. */
export function listenToTabs(): string[] {
  const addresses: string[] = []
  const tab = {
    location: { replace: (address: string) => addresses.push(address) },
    close: () => {},
  }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const leave = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a[target="_blank"]')
    if (!link || event.defaultPrevented) return
    event.preventDefault()
    addresses.push(link.getAttribute('href') ?? '')
  }
  window.addEventListener('click', leave)
  onTestFinished(() => window.removeEventListener('click', leave))
  return addresses
}
