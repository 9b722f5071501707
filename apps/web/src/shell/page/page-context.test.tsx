import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageBanner } from './page-banner.tsx'
import { PageProvider, usePage } from './page-context.tsx'

const root = () => createRoot(document.body.appendChild(document.createElement('div')))
let page: ReturnType<typeof root>
let state: ReturnType<typeof usePage>

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const Screen = () => {
  const current = usePage()
  useEffect(() => {
    state = current
  })
  return <PageBanner />
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  page = root()
  act(() =>
    page.render(
      <PageProvider>
        <Screen />
      </PageProvider>,
    ),
  )
})

afterEach(() => {
  act(() => page.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a screen that is done clears the flag, and the next one has the whole time', () => {
  act(() => state.setLoading(true))
  pass(1500)
  act(() => state.setLoading(false))
  act(() => state.setLoading(true))
  pass(1999)
  expect(state.loading).toBe(true)

  pass(1)
  expect(state.loading).toBe(false)
})

test('an error is an alert, a success a status, and there is one at a time', () => {
  act(() => state.setSuccess('Offer sent'))
  expect(document.querySelector('[role="status"]')?.textContent).toBe('Offer sent')

  act(() => state.setPageError('No'))
  expect(document.querySelector('[role="status"]')).toBeNull()
  expect(document.querySelector('[role="alert"]')?.textContent).toBe('No')
})

test('the same words said again start their time again', () => {
  act(() => state.setSuccess('Offer sent'))
  pass(3000)
  act(() => state.setSuccess('Offer sent'))
  pass(3499)
  expect(document.body.textContent).toBe('Offer sent')

  pass(1)
  expect(document.body.textContent).toBe('')
})
