import { expect, test } from 'vitest'
import { openScreen } from '../../testing/open-screen.tsx'
import { getNamed, namesOf } from '../../testing/page.ts'
import { NotFoundText } from './not-found-text.tsx'

test("an address that does not exist reads It's over, and leads back", async () => {
  await openScreen(<NotFoundText start="/app" />)

  expect(namesOf('heading')).toEqual(["It's over"])
  expect(getNamed('link', 'Home page').getAttribute('href')).toBe('/app')
})
