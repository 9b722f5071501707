import { expect, test } from 'vitest'
import { givenCustody } from '../../testing/given-custody.ts'
import { useTestApp } from '../../testing/test-app.ts'

const app = useTestApp({ withCustody: true })
const given = givenCustody(app)

test('a price that nobody answered is asked for again', async () => {
  const owner = await given.owner()
  await given.query(
    `insert into fee_quotes (domain_id, operation, asked_at, state)
     values ($1, 'transfer', app_now() - interval '2 hours', 'asking')`,
    [owner.id],
  )

  expect(await given.quote(owner.browser, owner.id)).toMatchObject({ state: 'ready' })
})
