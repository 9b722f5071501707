import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Banner } from './banner.tsx'

const clearMs = 3500
const root = () => createRoot(document.body.appendChild(document.createElement('div')))
let page: ReturnType<typeof root>
const onClear = vi.fn<() => void>()

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const find = (selector: string) => {
  const element = document.querySelector<HTMLElement>(selector)
  if (!element) throw new Error(`${selector} is not on the page`)
  return element
}
const send = (type: string, selector = '[data-kind]') =>
  act(() => void find(selector).dispatchEvent(new MouseEvent(type, { bubbles: true })))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  onClear.mockClear()
  page = root()
  act(() =>
    page.render(<Banner kind="success" message="Saved" clearMs={clearMs} onClear={onClear} />),
  )
})

afterEach(() => {
  act(() => page.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a banner leaves by itself after its time, and not before', () => {
  pass(clearMs - 1)
  expect(onClear).not.toHaveBeenCalled()

  pass(1)
  expect(onClear).toHaveBeenCalledOnce()
})

test('the time of a banner stands still while the pointer is on it', () => {
  pass(3000)
  send('mouseover')
  pass(60_000)
  expect(onClear).not.toHaveBeenCalled()

  send('mouseout')
  pass(499)
  expect(onClear).not.toHaveBeenCalled()
  pass(1)
  expect(onClear).toHaveBeenCalledOnce()
})

test('a banner with focus in it stays, even when the pointer leaves it', () => {
  act(() => find('button').focus())
  send('mouseover')
  send('mouseout')
  pass(60_000)
  expect(onClear).not.toHaveBeenCalled()

  act(() => find('button').blur())
  pass(clearMs)
  expect(onClear).toHaveBeenCalledOnce()
})

test('a banner can be dismissed at once', () => {
  send('click', 'button')

  expect(onClear).toHaveBeenCalledOnce()
})
