import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contractPreviews, pageUrl, pdfUrl } from './contract-previews.ts'

const publicFile = (url: string) => join(import.meta.dirname, '../../../../../public', url)

test.each(contractPreviews)('$name.pdf has exactly the pages we say', (preview) => {
  const pages = Array.from({ length: preview.pageCount }, (_, index) => pageUrl(preview, index + 1))

  expect(
    readFileSync(publicFile(pdfUrl(preview)))
      .subarray(0, 4)
      .toString(),
  ).toBe('%PDF')
  expect(pages.filter((url) => !existsSync(publicFile(url)))).toEqual([])
  expect(existsSync(publicFile(pageUrl(preview, preview.pageCount + 1)))).toBe(false)
})
