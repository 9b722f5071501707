import type { Locator } from '@playwright/test'

/** Clicks as a person makes them, counted. Typing and what comes by itself are none. */
export function countClicks() {
  let count = 0
  return {
    press: async (target: Locator) => {
      count += 1
      await target.click()
    },
    /** For one that is made elsewhere, such as the link in a mail. */
    note: () => {
      count += 1
    },
    count: () => count,
  }
}
