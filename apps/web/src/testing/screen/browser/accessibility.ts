import axe, { type RunOnly } from 'axe-core'
import { expect } from 'vitest'
import { setScheme } from './device.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No accessibility fault that axe can find. */
export const expectNoFaults = (what: string) => look(what, { type: 'tag', values: rules })

/** All rules in light mode, and in dark mode contrast only. Needs the scheme `own`. */
export async function expectNoFaultsDayAndNight(what: string) {
  await expectNoFaults(what)
  try {
    await setScheme('dark')
    await look(`${what}, dark`, { type: 'rule', values: ['color-contrast'] })
  } finally {
    await setScheme('light')
  }
}

/** Waits for fades to end: a half-faded colour lacks contrast. */
async function look(what: string, runOnly: RunOnly) {
  await expect.poll(() => document.getAnimations().filter(isFading).length).toBe(0)
  const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] })
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
  expect(faults, what).toEqual([])
}

const isFading = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity

/** Nothing overflows sideways. */
export function expectWithin(what: string) {
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth - clientWidth, what).toBeLessThanOrEqual(0)
}
