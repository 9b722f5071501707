import { expect, test } from 'vitest'
import { givenCustody } from '../../../../test/given/given-custody.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp({ withCustody: true })
const given = givenCustody(app)

test('news of a transfer whose request is still being sent are not forgotten', async () => {
  const owner = await given.owner()
  await given.quote(owner.browser, owner.id)
  app.custody.registry.fail({ kind: 'refuse', command: 'info' })
  await owner.browser.post(`/domains/${owner.id}/transfer`, { transferCode: owner.code })
  const timers = () =>
    given.rows<{ isSoon: boolean }>(
      `select fire_at < app_now() + interval '1 minute' as "isSoon" from timers
       join transfers on transfers.id = subject_id
       where domain_id = $1 and job = 'custody.check-transfer'`,
      [owner.id],
    )

  const [transfer] = await given.rows<{ id: string }>(
    'select id from transfers where domain_id = $1',
    [owner.id],
  )
  await given.job('custody.check-transfer', { subjectId: transfer?.id, generation: 1 })

  expect(await timers()).toEqual([{ isSoon: true }])
  await until(async () => app.custody.other.readName(owner.name).transfer?.status === 'pending')
  app.custody.other.rejectTransfer(owner.name)
  await until(async () => !(await given.domain(owner.browser, owner.id)).pending_transfer)
})
