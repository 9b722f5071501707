import { useEffect } from 'react'
import { useRouteError } from 'react-router'

const lastKey = 'pier-reloaded-at'
const onceInMs = 10_000

/**
 * In place of the whole document, where the router could not find out what is at an address: the
 * line is down, or another version of the product answers. It has neither scripts nor styles of its
 * own, because React would write both anew by innerHTML, which Trusted Types forbid. The address is
 * already the one that was asked for, so to load it is all that is left to do.
 */
export function BarePage() {
  const error = useRouteError()
  const isOfVersions = error instanceof Error && /version mismatch/.test(error.message)
  useEffect(() => {
    if (isOfVersions) reloadOnce()
  }, [isOfVersions])
  return (
    <html lang="en" style={{ colorScheme: 'light dark' }}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>This page could not be loaded</title>
      </head>
      <body style={{ margin: '20vh auto', maxWidth: '32rem', padding: '0 1rem' }}>
        <main style={{ font: '1rem/1.5 system-ui, sans-serif' }}>
          <h1 style={{ font: '700 1.5rem/2rem system-ui, sans-serif' }}>
            This page could not be loaded
          </h1>
          <p>You may be offline, or we may be busy. Everything you saved is kept.</p>
          <button
            type="button"
            style={{ font: 'inherit', minHeight: 44, padding: '0 1.25rem' }}
            onClick={() => location.reload()}
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}

/** Two versions side by side answer in turns, so it may take a second time; not one after the other without end. */
function reloadOnce() {
  const last = Number(sessionStorage.getItem(lastKey))
  if (Date.now() - last < onceInMs) return
  sessionStorage.setItem(lastKey, String(Date.now()))
  location.reload()
}
