import { createContext } from 'react'

/** The id under which the web server knows this page. Absent in development. */
export const RequestIdContext = createContext<string | undefined>(undefined)

/** The name of the element of the page's head that carries it from the server to the browser. */
export const requestIdMeta = 'request-id'
