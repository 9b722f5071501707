import type { RenderedPage } from './rendered-page.ts'
import type { Freshness } from './shareable.ts'

export type Kept = {
  page: RenderedPage
  freshness: Freshness
  /** What its loaders read. Null where that is not known. */
  facts: string | null
  renderedAtMs: number
  /** When the reading began that found these facts. */
  readAtMs: number
}

export type StoreLimits = { pagesMax: number; bytesMax: number }

/** Bounded in number and in memory. What nobody asked for the longest goes first. */
export function openPageStore({ pagesMax, bytesMax }: StoreLimits) {
  const pages = new Map<string, Kept>()
  let bytes = 0

  function drop(url: string): void {
    const entry = pages.get(url)
    if (entry) bytes -= sizeOf(entry)
    pages.delete(url)
  }

  return {
    get: (url: string) => pages.get(url),

    /** It was asked for just now. */
    touch(url: string, entry: Kept): void {
      pages.delete(url)
      pages.set(url, entry)
    },

    keep(url: string, entry: Kept): void {
      drop(url)
      pages.set(url, entry)
      bytes += sizeOf(entry)
      for (const longestUnused of pages.keys()) {
        if (pages.size <= pagesMax && bytes <= bytesMax) return
        drop(longestUnused)
      }
    },
  }
}

const sizeOf = ({ page, facts }: Kept): number => page.size + Buffer.byteLength(facts ?? '')
