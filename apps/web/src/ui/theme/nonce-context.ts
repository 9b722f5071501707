import { createContext } from 'react'

/** The nonce of this page, for the few inline styles and scripts. Absent in development. */
export const NonceContext = createContext<string | undefined>(undefined)
