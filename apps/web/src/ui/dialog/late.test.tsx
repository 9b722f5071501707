import { MantineProvider } from '@mantine/core'
import { act, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { late } from './late.tsx'

let page: ReturnType<typeof createRoot>
const show = (Part: ComponentType) =>
  act(async () =>
    page.render(
      <MantineProvider>
        <input defaultValue="half typed" />
        <Part />
      </MantineProvider>,
    ),
  )
const said = () => document.querySelector('[role=alert]')?.textContent

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  page = createRoot(document.body.appendChild(document.createElement('main')))
})
afterEach(() => {
  act(() => page.unmount())
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

test('a part comes when its file has come, and until then what stands in its place', async () => {
  const file = Promise.withResolvers<ComponentType>()
  const { Part } = late(() => file.promise, { meanwhile: <p>Coming</p> })
  await show(Part)
  expect(document.querySelector('p')?.textContent).toBe('Coming')

  await act(async () => file.resolve(() => <p>There</p>))
  expect(document.querySelector('p')?.textContent).toBe('There')
})

test('a part whose file is lost says so, and what was typed beside it stays', async () => {
  await show(late<object>(lost).Part)

  expect(said()).toMatch(/could not be loaded.*Reload page/)
  expect(document.querySelector('input')?.value).toBe('half typed')
})

test('one that nobody misses says nothing', async () => {
  await show(late<object>(lost, { isQuiet: true }).Part)

  expect(said()).toBeUndefined()
  expect(document.querySelector('input')?.value).toBe('half typed')
})
