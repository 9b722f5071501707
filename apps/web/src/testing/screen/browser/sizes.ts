import { test } from 'vitest'
import { page } from 'vitest/browser'

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** Runs the same test on desktop and phone, where the layouts differ. */
export function testOnBoth(name: string, story: () => Promise<void>, timeoutMs?: number) {
  test(`${name}, on a desk`, { timeout: timeoutMs }, story)
  testOnPhone(`${name}, on a phone`, story, timeoutMs)
}

export function testOnPhone(name: string, story: () => Promise<void>, timeoutMs?: number) {
  test(name, { timeout: timeoutMs }, async ({ onTestFinished }) => {
    await page.viewport(phone.width, phone.height)
    onTestFinished(() => page.viewport(desk.width, desk.height))
    await story()
  })
}

/** For a test through many screens. */
export const slowMs = 180_000

export const isPhone = () => innerWidth < 600
