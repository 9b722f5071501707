import { act } from 'react'
import { settle } from './open-screen.tsx'

/** The accessible name of a control: its label, what labels it, or its own text. */
function nameOf(element: Element): string {
  const own = element.getAttribute('aria-label')
  if (own) return own
  const labelled = element.getAttribute('aria-labelledby')
  if (labelled) return words(document.getElementById(labelled))
  const label = element.matches(selectors.field) && document.querySelector(labelOf(element))
  return words(label || element.closest('label') || element)
}

const labelOf = ({ id }: Element) => `label[for="${id}"]`

const words = (element: Element | null) => element?.textContent?.trim() ?? ''

const selectors = {
  button: 'button, [role="button"]',
  link: 'a[href]',
  field: 'input:not([type="hidden"]), textarea, select',
  heading: 'h1, h2, h3',
  dialog: '[role="dialog"]',
  alert: '[role="alert"]',
  status: '[role="status"]',
} as const

type Kind = keyof typeof selectors

export const findAll = (kind: Kind, within: Element = document.body): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>(selectors[kind]),
]

export const findNamed = (kind: Kind, name: string | RegExp): HTMLElement | undefined =>
  findAll(kind).find((element) => {
    const found = nameOf(element)
    return typeof name === 'string' ? found === name : name.test(found)
  })

export function getNamed(kind: Kind, name: string | RegExp): HTMLElement {
  const found = findNamed(kind, name)
  if (found) return found
  const there = findAll(kind).map(nameOf)
  throw new Error(`There is no ${kind} "${String(name)}", only: ${there.join(', ')}`)
}

/** The names of all controls of a kind on the page. */
export const namesOf = (kind: Kind, within?: Element) => findAll(kind, within).map(nameOf)

export async function press(kind: Kind, name: string | RegExp) {
  const element = getNamed(kind, name)
  await act(async () => element.click())
  await settle()
}

/** Types like a user: React listens to the setter of the element itself. */
export async function type(name: string | RegExp, value: string) {
  const field = getNamed('field', name) as HTMLInputElement // Whatever has a value.
  await act(async () => {
    const { prototype } = field.constructor as typeof HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(
      new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }),
    )
  })
}
