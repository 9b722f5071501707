import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'

const stopsMax = 150

/** Where focus is, and what is wrong with its ring. Without a name it is on the page itself. */
type Stop = { name: string; fault: string | null; isSeenBefore: boolean }

/** Tabs to a control; focus must be visible at every stop on the way. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let stop = 0; stop < stopsMax; stop++) {
    await page.keyboard.press(key)
    const { name, fault } = await look(page)
    expect(fault, name).toBeNull()
    if (await hasFocus(target)) return
  }
  throw new Error(`${stopsMax} presses of ${key} did not lead to ${String(target)}`)
}

export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

export async function typeInto(page: Page, target: Locator, text: string) {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Tabs once around the page and one back: every control is reached, visible, and left again. */
export async function walkAround(page: Page) {
  await page.evaluate(() => document.body.focus())
  const names: string[] = []
  for (let stop = 0; stop < stopsMax; stop++) {
    await page.keyboard.press('Tab')
    const { name, fault, isSeenBefore } = await look(page)
    if (!name || isSeenBefore) break
    expect(fault, name).toBeNull()
    names.push(name)
  }
  expect(names.length, 'stops').toBeLessThan(stopsMax)
  expect(await neverReached(page), names.at(-1)).toEqual([])

  await page.keyboard.press('Shift+Tab')
  expect((await look(page)).fault).toBeNull()
  return names
}

export async function expectFocusWithin(dialog: Locator) {
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
}

const hasFocus = async (target: Locator) =>
  (await target.count()) > 0 &&
  target.first().evaluate((element) => element === document.activeElement)

/**
 * A focus ring is an outline, or a field's border, which shows as a shadow. A hidden field has its
 * ring on what replaces it: its label, or the next element. A row that is one link has it around
 * the row.
 */
function look(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return { name: '', fault: null, isSeenBefore: false }
    const isSeenBefore = focused.hasAttribute('data-walked')
    focused.setAttribute('data-walked', '')
    const label = focused.getAttribute('aria-label') ?? focused.textContent
    const name = `${focused.tagName} ${label || focused.getAttribute('name')}`.slice(0, 80)
    const places = [focused, focused.closest('label'), focused.parentElement]
    if (focused instanceof HTMLInputElement) places.push(focused.nextElementSibling)
    const isOutlined = (element: Element, part?: '::after') => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }
    const hasRing = (element: Element) =>
      isOutlined(element) ||
      isOutlined(element, '::after') ||
      (focused.matches('input, select, textarea') && getComputedStyle(element).boxShadow !== 'none')
    const isOnScreen = (element: Element) => {
      const { top, bottom, left, right, width, height } = element.getBoundingClientRect()
      const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
      return isInside && width > 1 && height > 1
    }
    const rings = places.filter((element) => element !== null).filter(hasRing)
    const fault = rings.some(isOnScreen)
      ? null
      : rings.length > 0
        ? 'is off the screen'
        : 'has no ring'
    return { name, fault, isSeenBefore }
  })
}

/** A radio group is a single stop; the arrow keys reach the others. */
const neverReached = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, [tabindex="0"]',
      ),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.tabIndex >= 0 && !element.matches(':disabled, [type=radio]'))
      .filter((element) => !element.hasAttribute('data-walked') && !element.closest('[inert]'))
      .map((element) => element.outerHTML.slice(0, 120)),
  )
