import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RowTitle } from './row-title.tsx'

const isName = (piece: ReactNode) => renderToString(piece).includes('translate="no"')

test.each(['foghorn.net', 'münchen.example', 'shop.foghorn.co.uk', 'a.xn--p1ai'])(
  '%s is set as a domain',
  (title) => {
    expect(isName(<RowTitle title={title} />)).toBe(true)
  },
)

test.each(['Oona Kallio', 'custody.check-holding', 'rui@sampaio.example', 'A message'])(
  '%s is set as words',
  (title) => {
    expect(isName(<RowTitle title={title} />)).toBe(false)
  },
)
