import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Mark } from './mark.tsx'

const root = () => createRoot(document.body.appendChild(document.createElement('div')))
let page: ReturnType<typeof root>

const turn = (turning: boolean) => act(() => page.render(<Mark size={34} turning={turning} />))
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const angle = () => document.querySelector('svg')?.style.transform
const endQuarter = () =>
  act(
    () =>
      void document
        .querySelector('svg')
        ?.dispatchEvent(new Event('transitionend', { bubbles: true })),
  )

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  page = root()
})

afterEach(() => {
  act(() => page.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what loads faster than 120 ms does not turn the logo', () => {
  turn(true)
  pass(119)
  turn(false)
  pass(1000)

  expect(angle()).toBe('rotate(0deg)')
})

test('the logo turns by quarters while something loads and rests on a full one', () => {
  turn(false)
  pass(5000)
  expect(angle()).toBe('rotate(0deg)')

  turn(true)
  pass(120)
  expect(angle()).toBe('rotate(90deg)')

  endQuarter()
  expect(angle()).toBe('rotate(180deg)')

  turn(false)
  expect(angle()).toBe('rotate(180deg)')
  endQuarter()
  expect(angle()).toBe('rotate(180deg)')
})

test('who asks for less motion sees no turn', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  turn(true)
  pass(5000)

  expect(angle()).toBe('rotate(0deg)')
})
