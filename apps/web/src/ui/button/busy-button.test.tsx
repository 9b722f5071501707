import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { BusyButton } from './busy-button.tsx'

test('the second click of a double click is none, and submits nothing', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const onClick = vi.fn()
  const place = document.body.appendChild(document.createElement('div'))
  act(() =>
    createRoot(place).render(
      <MantineProvider>
        <BusyButton busy={false} onClick={onClick}>
          Send
        </BusyButton>
      </MantineProvider>,
    ),
  )
  const click = (detail: number) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail })
    act(() => void place.querySelector('button')?.dispatchEvent(event))
    return event.defaultPrevented
  }

  expect([click(1), click(2), click(0)]).toEqual([false, true, false])
  expect(onClick).toHaveBeenCalledTimes(2) // By the pointer, and by a key.
})
