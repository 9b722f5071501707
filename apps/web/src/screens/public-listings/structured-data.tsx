import { useState } from 'react'

type StructuredDataProps = { id: string; data: Record<string, unknown> }

/**
 * What search engines read about a page, as JSON. It comes with the document only: a script that is
 * made in the browser is what Trusted Types refuse, and whoever clicked here is no search engine.
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

/** No name that somebody chose can end the script. */
const asScript = (data: Record<string, unknown>) =>
  JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
