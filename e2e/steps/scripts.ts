import type { Page } from '@playwright/test'
import { gzipSync } from 'node:zlib'

/** What the page loads of script from now on, in kB gz. */
export function weighScripts(page: Page) {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  return async () => {
    const known = await Promise.all(sizes)
    return { kilobytes: known.reduce((sum, size) => sum + size, 0) / 1000, files: known.length }
  }
}
