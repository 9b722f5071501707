import { setNonce } from 'get-nonce'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { NonceContext } from './ui/nonce-context.ts'

// The browser blanks the attribute, but the property still holds the nonce of this page.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined
if (nonce) setNonce(nonce) // For the style that locks scrolling behind a dialog.

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <HydratedRouter />
      </NonceContext>
    </StrictMode>,
  )
})
