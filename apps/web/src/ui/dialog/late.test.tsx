import { MantineProvider } from '@mantine/core'
import { act, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { frame, unaskedDialog } from './late-dialog.ts'
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

const pass = (ms: number) =>
  act(
    () =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, ms)
      }),
  )

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

test('whoever waits for a dialog is told that it opens, and nobody else is', async () => {
  const file = Promise.withResolvers<ComponentType<{ opened: boolean }>>()
  const { Part } = late(() => file.promise)
  const told = () => document.querySelector('output')?.textContent
  await show(() => <Part opened={false} />)
  expect(told()).toBeUndefined()

  await show(() => <Part opened />)
  expect(told()).toBe('')
  await pass(500)
  expect(told()).toBe('Opening…')

  await act(async () => file.resolve(({ opened }) => opened && <p>Make an offer</p>))
  expect(told()).toBeUndefined()
  expect(document.querySelector('p')?.textContent).toBe('Make an offer')
})

test('one that opens by itself waits until nobody types, and says nothing of it', async () => {
  await frame.fetchIt()
  const { Part } = unaskedDialog<object>(async () => () => <p>Sign here</p>)
  const field = () => document.querySelector('input')
  await show(() => null)
  field()?.focus()
  await show(Part)
  expect(document.querySelector('p, output')).toBeNull()

  await act(async () => field()?.blur())
  await pass(1200)
  expect(document.querySelector('p')?.textContent).toBe('Sign here')
})

test('what was asked for with a part that is lost ends, each time it is asked for', async () => {
  const { Part } = late<object>(lost)
  const onLost = vi.fn<() => void>()
  const Asking = () => <Part onLost={onLost} />
  await show(Asking)
  const before = onLost.mock.calls.length
  await show(Asking)

  expect(before).toBeGreaterThan(0)
  expect(onLost.mock.calls.length).toBeGreaterThan(before)
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
