import { expect, test } from 'vitest'
import { openScreen } from '../../testing/open-screen.tsx'
import { press } from '../../testing/page.ts'
import { quoteOf } from '../../testing/given/quotes.ts'
import { useState } from 'react'
import type { Found } from './quote-view.ts'
import { useLastQuote } from './use-last-quote.ts'

const quote: Found = { kind: 'quote', quote: quoteOf(), part: null }
const newer: Found = { kind: 'quote', quote: quoteOf({ state: 'asking' }), part: null }
const refused: Found = { kind: 'refused', message: 'No name.', typed: 'x' }

/** Shows what is there after each look at a name. */
async function lookAt(looks: readonly (readonly [name: string, found: Found])[]) {
  function Looks() {
    const [at, setAt] = useState(0)
    const [name, found] = looks[at] ?? ['', refused]
    const shown = useLastQuote(found, name)
    return (
      <button type="button" onClick={() => setAt(at + 1)}>
        {shown.kind === 'quote' ? shown.quote.state : shown.kind}
      </button>
    )
  }
  await openScreen(<Looks />)
  const shown = [document.querySelector('button')?.textContent]
  for (const _ of looks.slice(1)) {
    await press('button', /./)
    shown.push(document.querySelector('button')?.textContent)
  }
  return shown
}

test('a quote stays while a later look at the same name fails', async () => {
  const name = 'saltlantern.com'

  expect(
    await lookAt([
      [name, { kind: 'limited' }],
      [name, newer],
      [name, { kind: 'limited' }],
      [name, { kind: 'failed' }],
      [name, quote],
    ]),
  ).toEqual(['limited', 'asking', 'asking', 'asking', 'known'])
})

test('it does not stay for another name, or where the name is refused', async () => {
  expect(
    await lookAt([
      ['saltlantern.com', quote],
      ['other.com', { kind: 'limited' }],
      ['saltlantern.com', refused],
    ]),
  ).toEqual(['known', 'limited', 'refused'])
})
