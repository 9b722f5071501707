import { useEffect, useState } from 'react'
import type { Prose } from './prose-tree.ts'
import styles from './on-this-page.module.css'

/** The headings of a long text. The one that is being read is marked. */
export function OnThisPage({ headings }: { headings: Prose['headings'] }) {
  const shown = headings.filter(({ level }) => level === 2)
  const here = useHeadingInView(shown.map(({ id }) => id).join(' '))
  if (shown.length < 2) return null
  return (
    <nav aria-labelledby="on-this-page" className={styles.nav}>
      <h2 id="on-this-page">On this page</h2>
      <ul>
        {shown.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === here ? 'true' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The last heading above the upper third of the window, or the first of all. */
function useHeadingInView(ids: string): string | undefined {
  const [here, setHere] = useState(ids.split(' ')[0])
  useEffect(() => {
    const headings = ids.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const look = () => {
      const above = headings.filter((each) => each.getBoundingClientRect().top < innerHeight / 3)
      setHere((above.at(-1) ?? headings[0])?.id)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [ids])
  return here
}
