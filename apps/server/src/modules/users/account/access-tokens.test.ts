import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { openAccessTokens } from './access-tokens.ts'

const now = new Date('2030-01-01T12:00:00Z')

async function openRing() {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  return openAccessTokens([{ ...(await exportJWK(privateKey)), kid: randomUUID() }])
}

const session = () => ({ id: randomUUID(), userId: randomUUID(), createdAt: now, usedMfa: false })

test('what a token says is the same the first time and every time after', async () => {
  const tokens = await openRing()
  const one = session()
  const token = await tokens.issue(one, now)
  const claims = {
    userId: one.userId,
    sessionId: one.id,
    expiresAt: new Date('2030-01-01T12:15:00Z'),
  }

  expect(await tokens.read(token)).toEqual(claims)
  expect(await tokens.read(token)).toEqual(claims)
})

test('a token with another signature is refused, also when the right one was seen before', async () => {
  const tokens = await openRing()
  const token = await tokens.issue(session(), now)
  await tokens.read(token)
  const [head, body, signature = ''] = token.split('.')
  const changed = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  const stranger = await (await openRing()).issue(session(), now)

  for (const wrong of [`${head}.${body}.${changed}`, `${head}.${body}.`, stranger, '', 'x']) {
    await expect(tokens.read(wrong)).rejects.toMatchObject({ code: 'login_required' })
  }
})
