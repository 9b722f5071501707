import { expect, test } from 'vitest'
import { DutyContext } from '../../../operator/page/duty-context.tsx'
import { openScreen } from '../../../testing/open-screen.tsx'
import { findNamed, press, type } from '../../../testing/page.ts'
import ClocksScreen from './clocks-screen.tsx'

const id = '0197f2c4-4a00-7000-8000-00000000c001'
const outage = {
  id,
  scope: 'all',
  what: 'Everybody',
  reason: 'Pier was partly down',
  since: '2026-10-14T02:10:00.000Z',
  by: null,
  outage: { noticed_at: '2026-10-14T07:20:00.000Z', over_at: '2026-10-14T07:20:00.000Z' },
}

const open = (calls: string[], stop: object = outage) =>
  openScreen(
    <DutyContext value={{ duty: { calls }, aheadMs: 0 } as never}>
      <ClocksScreen />
    </DutyContext>,
    {
      answers: { 'GET /operator/clocks': { stops: [stop] }, 'POST /operator/clocks/:id/start': {} },
    },
  )

for (const [button, counts, words] of [
  ['Add the full time', true, 'The time from the beginning of the outage until now is added'],
  [
    'Add only the time since noticed',
    false,
    'Nobody was affected. Only the time since we noticed is added',
  ],
] as const) {
  test(`an outage is shown with its times, and an operator says: ${button}`, async () => {
    const { sent } = await open(['POST /operator/clocks/:id/start'])
    expect(document.body.textContent).toMatch(
      /Pier was partly down, from .*02:10.* to .*07:20.*\. Noticed .*07:20/,
    )

    await press('button', button)
    expect(document.body.textContent).toContain(words)
    await type(/Why|Reason/, 'We looked at the logs of that night')
    await press('button', 'Restart')
    expect(sent.find(({ name }) => name.startsWith('POST'))).toMatchObject({
      name: `POST /operator/clocks/${id}/start`,
      body: { counts, reason: 'We looked at the logs of that night' },
    })
  })
}

test('one that goes on says so, and who may not decide sees no button', async () => {
  await open([], { ...outage, outage: { ...outage.outage, over_at: null } })
  expect(document.body.textContent).toContain('until now')
  expect(findNamed('button', 'Add the full time')).toBeUndefined()
})
