import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { expectCount } from './locators.ts'

const stopsMax = 150

/** Where focus is, and what is wrong with its ring. An empty name: on the page itself. */
type Stop = { name: string; fault: string | null }

/** Tabs to a control; every stop on the way must have a visible focus ring. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  if (!document.hasFocus()) window.focus()
  for (let stop = 0; stop < stopsMax; stop++) {
    await userEvent.tab({ shift: key === 'Shift+Tab' })
    const { name, fault } = look()
    expect(fault, name).toBeNull()
    if (hasFocus(target)) return
  }
  throw new Error(`${stopsMax} presses of ${key} did not lead to ${target.selector}`)
}

const keys = { Enter: '{Enter}', Space: ' ' }

export async function press(target: Locator, key: keyof typeof keys = 'Enter') {
  await tabTo(target)
  await userEvent.keyboard(keys[key])
}

export async function typeInto(target: Locator, text: string) {
  await tabTo(target)
  await userEvent.keyboard('{Control>}a{/Control}')
  await userEvent.keyboard(text)
}

export async function expectFocusWithin(dialog: Locator) {
  await expect.element(dialog).toBeVisible()
  await expectCount(dialog.getByCSS(':focus'), 1)
}

/** Focus moves in, Tab cycles inside, and Escape returns it to what opened the dialog. */
export async function leaveByEscape({ dialog, opener }: { dialog: Locator; opener: Locator }) {
  await expectFocusWithin(dialog)
  for (let stop = 0; stop < 8; stop++) {
    await userEvent.tab()
    await expectCount(dialog.getByCSS(':focus'), 1)
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
}

const hasFocus = (target: Locator) => target.elements()[0] === document.activeElement

/**
 * A ring is an outline, or the border of a field, which shows as a shadow. A field hidden behind
 * its visual replacement has its ring there: on its label or its next sibling. A row that is one
 * link has it around the row, on what covers it.
 */
function look(): Stop {
  const focused = document.activeElement
  if (!focused || focused === document.body) return { name: '', fault: null }
  const label = focused.getAttribute('aria-label') ?? focused.textContent
  const name = `${focused.tagName} ${label || focused.getAttribute('name')}`.slice(0, 80)
  const places = [focused, focused.closest('label'), focused.parentElement]
  if (focused instanceof HTMLInputElement) places.push(focused.nextElementSibling)
  const isField = focused.matches('input, select, textarea')
  const hasRing = (element: Element) =>
    isOutlined(element) ||
    isOutlined(element, '::after') ||
    (isField && getComputedStyle(element).boxShadow !== 'none')
  const rings = places.filter((element) => element !== null).filter(hasRing)
  if (rings.some(isOnScreen)) return { name, fault: null }
  return { name, fault: rings.length > 0 ? 'is off the screen' : 'has no ring' }
}

function isOutlined(element: Element, part?: '::after') {
  const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
  return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
}

function isOnScreen(element: Element) {
  const { top, bottom, left, right, width, height } = element.getBoundingClientRect()
  const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  return isInside && width > 1 && height > 1
}

/** Once around the page and back by one: every control is reached, visible, and not a trap. */
export async function walkAround() {
  goToStart()
  const walked = new Set<Element>()
  const names: string[] = []
  for (let stop = 0; stop < stopsMax; stop++) {
    await userEvent.tab()
    const { name, fault } = look()
    const focused = document.activeElement
    if (!name || !focused || walked.has(focused)) break
    expect(fault, name).toBeNull()
    walked.add(focused)
    names.push(name)
  }
  expect(names.length, 'stops').toBeLessThan(stopsMax)
  expect(neverReached(walked), names.at(-1)).toEqual([])

  await userEvent.tab({ shift: true })
  expect(look().fault).toBeNull()
  return names
}

/** From here Tab goes to the first control of the page. */
function goToStart() {
  const start = document.createElement('span')
  start.tabIndex = -1
  document.body.prepend(start)
  start.focus()
  start.remove()
}

const controls = 'a[href], button, input, select, textarea, [tabindex="0"]'

/** A radio group has one stop; the arrow keys reach the others. */
const neverReached = (walked: ReadonlySet<Element>) =>
  [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => element.tabIndex >= 0 && !element.matches(':disabled, [type=radio]'))
    .filter((element) => !walked.has(element) && !element.closest('[inert]'))
    .map((element) => element.outerHTML.slice(0, 120))
