import { expect, onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** Sets the time zone of the device until the test ends. */
export async function stayIn(timezoneId: string) {
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId })
  onTestFinished(async () => {
    await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' })
  })
}

/** Sets the device to light or dark, and waits until the page has changed its colours. */
export async function setScheme(scheme: 'light' | 'dark') {
  const features = [{ name: 'prefers-color-scheme', value: scheme }]
  await cdp().send('Emulation.setEmulatedMedia', { features })
  await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe(scheme)
}
