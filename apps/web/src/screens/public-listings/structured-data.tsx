import { useState } from 'react'

type StructuredDataProps = { id: string; data: Record<string, unknown> }

/**
 * Data about a page for search engines, as JSON. Only in the document from the server: Trusted
 * Types forbid a script created in the browser, and search engines do not need one.
 */
export function StructuredData({ id, data }: StructuredDataProps) {
  const [comesWithPage] = useState(
    () => import.meta.env.SSR || document.getElementById(id) !== null,
  )
  if (!comesWithPage) return null
  return (
    <script id={id} type="application/ld+json" suppressHydrationWarning>
      {asScript(data)}
    </script>
  )
}

/** Keeps a user's text from ending the script. */
const asScript = (data: Record<string, unknown>) =>
  JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
