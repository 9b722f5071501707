import { setNonce } from 'get-nonce'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { RequestIdContext, requestIdMeta } from './shell/failures/request-id.ts'
import { NonceContext } from './ui/theme/nonce-context.ts'

// The browser blanks the attribute, but the property still holds the nonce of this page.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined
if (nonce) setNonce(nonce) // For the style that locks scrolling behind a dialog.

const requestId = document.querySelector<HTMLMetaElement>(`meta[name=${requestIdMeta}]`)?.content

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <RequestIdContext value={requestId}>
          <HydratedRouter />
        </RequestIdContext>
      </NonceContext>
    </StrictMode>,
  )
})
