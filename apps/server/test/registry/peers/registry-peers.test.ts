import { expect, test } from 'vitest'
import { letPerlClientTalk, talkToPerlServer } from './perl-peers.ts'

test('a client of others is understood by our registry, and understands it', async () => {
  const { said, wanted, violations } = await letPerlClientTalk()

  expect(said).toEqual(wanted)
  expect(violations).toEqual([])
})

test('our client understands a server of others, and is understood by it', async () => {
  const { said, wanted, violations } = await talkToPerlServer()

  expect(said).toEqual(wanted)
  expect(violations).toEqual([])
})
