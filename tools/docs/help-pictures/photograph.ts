import type { Locator, Page } from 'playwright'
import { hasScheme, standAlone } from './in-page.ts'
import { settled } from './visitor.ts'

export type Size = { width: number; height: number }
type Box = Size & { x: number; y: number }

/** The element alone, on nothing, as webp in this colour scheme. */
export async function photograph(element: Locator, colorScheme: 'light' | 'dark') {
  const page = element.page()
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction(hasScheme, colorScheme)
  await settled(page)
  const box = await element.evaluate(standAlone)
  return { bytes: await capture(page, box), size: { width: box.width, height: box.height } }
}

async function capture(page: Page, box: Box): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDefaultBackgroundColorOverride', {
    color: { r: 0, g: 0, b: 0, a: 0 },
  })
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 80,
    clip: { ...box, scale: 1 },
    captureBeyondViewport: true,
  })
  await session.detach()
  return Buffer.from(data, 'base64')
}
