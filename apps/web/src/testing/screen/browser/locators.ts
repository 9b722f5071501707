import { expect } from 'vitest'
import { type Locator, locators, page, userEvent } from 'vitest/browser'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** For elements without a role or text of their own. */
    getByCSS: (css: string) => Locator
  }
}
locators.extend({ getByCSS: (css: string) => css })

export const dialog = () => page.getByRole('dialog')
export const banner = (text: string) => page.getByRole('status').getByText(text)

export const expectCount = (found: Locator, count: number) =>
  expect.poll(() => found.elements().length).toBe(count)

export const expectTexts = (found: Locator, texts: readonly string[]) =>
  expect.poll(() => found.elements().map((each) => textOf(each.textContent))).toEqual(texts)

const textOf = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Checks the path of the page, with query and hash. */
export const expectAt = (path: string | RegExp) => {
  const at = expect.poll(() => location.pathname + location.search + location.hash)
  return typeof path === 'string' ? at.toBe(path) : at.toMatch(path)
}

/** Focuses a field and types keys. */
export async function pressIn(field: Locator, keys: string) {
  ;(await field.findElement()).focus()
  await userEvent.keyboard(keys)
}

export const focusOn = async (field: Locator) => (await field.findElement()).focus()
