import { expect, onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** The device is in this part of the world until the test ends. */
export async function stayIn(timezoneId: string) {
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId })
  onTestFinished(async () => {
    await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' })
  })
}

/** Day or night on the device, once the page has changed its colours. */
export async function setScheme(scheme: 'light' | 'dark') {
  const features = [{ name: 'prefers-color-scheme', value: scheme }]
  await cdp().send('Emulation.setEmulatedMedia', { features })
  await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe(scheme)
}
