import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../api/client/api-error.ts'
import { LoadFailed } from './load-failed.tsx'

test('what did not load is named, with its reference and a button to try again', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const onRetry = vi.fn<() => void>()
  const error = new ApiError(503, { code: 'unavailable', message: 'Back in a moment' }, 'abc-123')
  const place = document.body.appendChild(document.createElement('div'))

  act(() =>
    createRoot(place).render(
      <MantineProvider>
        <LoadFailed what="Your balance" error={error} onRetry={onRetry} />
      </MantineProvider>,
    ),
  )

  expect(place.textContent).toContain('Your balance could not be loaded. Back in a moment')
  expect(place.textContent).toContain('abc-123')
  place.querySelector('button')?.click()
  expect(onRetry).toHaveBeenCalledOnce()
})
