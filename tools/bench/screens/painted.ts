import type { Page } from 'playwright'

export type Painted = { lcpMs: number; shift: number; blockedMs: number; thereMs: number }

/**
 * What a page notes about itself, as text because it runs there: its largest paint, its shifts, how
 * long it could not have answered, and when it first showed the wanted text with nothing loading.
 */
export const noteScript = (wanted: string) => `
  window.noted = { lcpMs: 0, shift: 0, blockedMs: 0, thereMs: 0 }
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => { noted.lcpMs = entry.startTime })
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) noted.shift += entry.value })
  watch('longtask', (entry) => { noted.blockedMs += Math.max(0, entry.duration - 50) })
  const look = () => {
    const isThere = document.documentElement?.hasAttribute('data-live') &&
      !document.querySelector('[aria-busy="true"]') &&
      document.querySelector('main')?.textContent.includes(${JSON.stringify(wanted)})
    if (isThere) noted.thereMs = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

declare const document: { fonts: { ready: Promise<unknown> } }
declare const noted: Painted

export const isThere = () => noted.thereMs > 0

/** What is noted a moment later, when fonts have come too. */
export async function readNotes(page: Page): Promise<Painted> {
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  await page.waitForTimeout(300)
  return page.evaluate(() => noted)
}
