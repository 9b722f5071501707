import { expect, test } from 'vitest'
import { givenCustody } from '../../../../test/given/given-custody.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp({ withCustody: true })
const given = givenCustody(app)

/** A name that is at our registrar but not listed as held, so an operator has to look at it. */
async function nameOfOurs() {
  const held = await given.inCustody()
  const asker = await given.owner()
  const { sponsor } = app.custody.other.readName(held.name)
  app.custody.registry.getDomain(asker.name).sponsor = sponsor
  return asker
}
const needsOperator = async (id: string) => {
  const [row] = await given.rows<{ needs: string | null }>(
    'select needs_operator as needs from transfers where domain_id = $1',
    [id],
  )
  return Boolean(row?.needs)
}

test('whoever asks for a name that is with us already, and calls it back, does not get it', async () => {
  const asker = await nameOfOurs()
  await given.asked(asker, 'any-code-at-all-1')
  await until(() => needsOperator(asker.id))

  await asker.browser.delete(`/domains/${asker.id}/transfer`)

  await until(async () => !(await given.domain(asker.browser, asker.id)).pending_transfer)
  expect(await given.domain(asker.browser, asker.id)).toMatchObject({
    status: 'EXTERNAL_UNVERIFIED',
  })
})

test('a malformed code does not give the requester a name that is already at our registrar', async () => {
  const asker = await nameOfOurs()
  await given.quote(asker.browser, asker.id)
  app.custody.registry.fail({ kind: 'refuse', command: 'info', code: 2005 })

  await given.asked(asker, 'a-code-of-bad-form')

  await until(async () => {
    const { status } = await given.domain(asker.browser, asker.id)
    return status === 'CUSTODY_PAID' || (await needsOperator(asker.id))
  })
  expect(await given.domain(asker.browser, asker.id)).toMatchObject({
    status: 'EXTERNAL_UNVERIFIED',
  })
})
