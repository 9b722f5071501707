import pg from 'pg'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { useTestApp } from '../../testing/test-app.ts'
import { createTestBrowser } from '../../testing/test-browser.ts'
import { openPasswords } from './passwords.ts'
import { createApi } from '../../api.ts'
import { readConfig } from '../../platform/config.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { makeSecrets } from '../../testing/secrets.ts'
import { startProduct } from '../../testing/product.ts'

const product = useTestApp()
const { given, database } = product
const tokenIn = (text: string) => /#\w+=([\w-]{43})/.exec(text)?.[1]
const wait = (ms: number) => new Promise((r) => setTimeout(r, ms))
const say = (...a: unknown[]) => console.log('RESULT', ...a)
async function holder() {
  const c = new pg.Client(database.url)
  await c.connect()
  return c
}
const idOf = async (b: any) => (await b.get('/users/self')).json().id as string

test('D1 two devices end the others at once', async () => {
  const user = await given.user()
  const id = await idOf(user.browser)
  const a = await given.elsewhere(user)
  const b = await given.elsewhere(user)
  const c = await holder()
  await c.query('begin')
  await c.query(`select 1 from sessions where user_id=$1 order by created_at limit 1 for update`, [id])
  const ra = a.delete('/users/sessions'); const rb = b.delete('/users/sessions')
  await wait(300)
  await c.query('commit'); await c.end()
  const [x, y] = await Promise.all([ra, rb])
  say('D1', x.statusCode, x.body, y.statusCode, y.body)
})

test('D2 refresh from new network vs password change', async () => {
  const user = await given.user()
  const id = await idOf(user.browser)
  const a = await given.elsewhere(user)
  a.address = '198.51.100.9'
  const c = await holder()
  await c.query('begin')
  await c.query(`select 1 from users where id=$1 for update`, [id])
  const rb = user.browser.post('/users/profile', { curPassword: user.password, newPassword: 'eleven loud otters' })
  await wait(400)
  const ra = a.refresh()
  await wait(300)
  await c.query('commit'); await c.end()
  const [x, y] = await Promise.all([ra, rb])
  say('D2 refresh', x.statusCode, x.body.slice(0, 80), 'profile', y.statusCode, y.body)
})

test('D3 export vs password change', async () => {
  const user = await given.user()
  const id = await idOf(user.browser)
  await database.owner.pool.query('update users set email_verified_at=now() where id=$1', [id])
  const a = await given.elsewhere(user)
  const c = await holder()
  await c.query('begin')
  await c.query(`select 1 from users where id=$1 for update`, [id])
  const rb = user.browser.post('/users/profile', { curPassword: user.password, newPassword: 'eleven loud otters' })
  await wait(400)
  const ra = a.post('/users/export')
  await wait(300)
  await c.query('commit'); await c.end()
  const [x, y] = await Promise.all([ra, rb])
  say('D3 export', x.statusCode, x.body.slice(0, 80), 'profile', y.statusCode, y.body)
})

test('R1 login with old password survives a reset', async () => {
  const user = await given.user()
  const id = await idOf(user.browser)
  await product.browser().post('/users/get_reset_token', { email: user.email })
  const mail = await product.mailTo(user.email, 'Set a new password')
  const c = await holder()
  await c.query('begin')
  await c.query(`select 1 from users where id=$1 for update`, [id])
  const reset = product.browser().post('/users/reset', { token: tokenIn(mail.text), newPassword: 'eleven loud otters' })
  await wait(400)
  const thief = product.browser()
  const login = thief.logIn({ email: user.email, password: user.password })
  await wait(400)
  await c.query('commit'); await c.end()
  say('R1 reset', (await reset).statusCode, 'login with old', (await login).statusCode, 'self after', (await thief.get('/users/self')).statusCode)
})

test('R2 profile change from an ended session overwrites a reset', async () => {
  const user = await given.user()
  const id = await idOf(user.browser)
  await product.browser().post('/users/get_reset_token', { email: user.email })
  const mail = await product.mailTo(user.email, 'Set a new password')
  const c = await holder()
  await c.query('begin')
  await c.query(`select 1 from users where id=$1 for update`, [id])
  const reset = product.browser().post('/users/reset', { token: tokenIn(mail.text), newPassword: 'eleven loud otters' })
  await wait(400)
  const change = user.browser.post('/users/profile', { curPassword: user.password, newPassword: 'the thief was here' })
  await wait(400)
  await c.query('commit'); await c.end()
  const r = (await reset).statusCode, ch = (await change).statusCode
  const owner = await product.browser().logIn({ email: user.email, password: 'eleven loud otters' })
  const thief = await product.browser().logIn({ email: user.email, password: 'the thief was here' })
  say('R2 reset', r, 'change by ended session', ch, 'owner login', owner.statusCode, 'thief login', thief.statusCode)
})

test('P1 dummy poisoned', async () => {
  const p = openPasswords([{ id: 'x', key: randomBytes(32) }], 'light')
  const flood = Array.from({ length: 68 }, () => p.protect('aaaaaaaaaaaa'))
  const first = await p.matchNobody('x').catch((e) => e.message)
  await Promise.allSettled(flood)
  const later = await p.matchNobody('x').catch((e) => e.message)
  say('P1', first, '| after the flood:', later)
})

test('P2 confirm flood', async () => {
  const user = await given.user()
  const calm = await given.user()
  const t = performance.now()
  const flood = Array.from({ length: 8 }, () => user.browser.post('/users/mfa/confirm', { mfa: '000000' }))
  await wait(5)
  const login = await product.browser().logIn({ email: calm.email, password: calm.password })
  const st = (await Promise.all(flood)).map((r) => r.statusCode)
  say('P2 login during', login.statusCode, 'confirm', st.join(), Math.round(performance.now() - t), 'ms')
})

test('M1 unlock then one typo', async () => {
  const user = await given.userWithMfa()
  const wrong = async () => (await product.browser().logIn({ email: user.email, password: user.password, mfa: '000000' })).statusCode
  const seen = [] as number[]
  for (let i = 0; i < 5; i++) seen.push(await wrong())
  await database.moveClock(601_000)
  for (let i = 0; i < 5; i++) seen.push(await wrong())
  const mail = await product.mailTo(user.email, 'Two-step login is locked')
  const un = await product.browser().post('/users/mfa/unlock', { token: tokenIn(mail.text), password: user.password })
  const right = await product.browser().logIn({ email: user.email, password: user.password, mfa: user.code() })
  await database.moveClock(601_000)
  const typo = await product.browser().logIn({ email: user.email, password: user.password, mfa: '000000' })
  const after = await product.browser().logIn({ email: user.email, password: user.password, mfa: user.code() })
  say('M1', seen.join(), 'unlock', un.statusCode, 'right code at once', right.statusCode, 'typo', typo.statusCode, 'right code after typo', after.statusCode, after.body)
})

test('O1 crowded oracle', async () => {
  const user = await given.user()
  for (let i = 0; i < 51; i++) await product.browser().logIn({ email: user.email, password: 'wrong wrong wrong' })
  const wrong = await product.browser().logIn({ email: user.email, password: 'wrong wrong wrong' })
  const right = await product.browser().logIn({ email: user.email, password: user.password })
  say('O1 wrong', wrong.statusCode, 'right', right.statusCode)
})

test('L1 rate limit and 401', async () => {
  const config = readConfig({ PIER_MODE: 'test', DATABASE_URL: database.url, PUBLIC_ORIGIN: 'http://localhost:1', SMTP_URL: 'smtp://127.0.0.1:1', PASSWORD_COST: 'light', TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'silent', ...(await makeSecrets()) })
  const app = await createApi({ db: database.db, config, log: database.log, metrics: createMetrics(), requestsPerMinuteMax: 5 })
  const count = async (url: string, headers: any = {}) => {
    const s: Record<number, number> = {}
    for (let i = 0; i < 20; i++) { const c = (await app.inject({ url, headers })).statusCode; s[c] = (s[c] ?? 0) + 1 }
    return s
  }
  say('L1 self garbage token', await count('/api/users/self', { 'x-access-token': 'a.b.c', 'x-forwarded-for': '9.9.9.1' }),
    '404', await count('/api/none', { 'x-forwarded-for': '9.9.9.2' }), 'docs', await count('/api/docs', { 'x-forwarded-for': '9.9.9.3' }))
  const ips = {} as Record<number, number>
  for (let i = 0; i < 20; i++) { const c = (await app.inject({ url: '/api/docs', headers: { 'x-forwarded-for': `2001:db8::${i + 1}` } })).statusCode; ips[c] = (ips[c] ?? 0) + 1 }
  say('L1 same /64', ips)
  await app.close()
})

test('E1 odd requests', async () => {
  const u = await given.user()
  const r = async (o: any) => { const x = await product.inject(o); return `${x.statusCode} ${x.body.slice(0, 90)}` }
  const h = { 'x-access-token': u.browser.token!, cookie: `__Host-bind=${u.browser.cookie}`, 'x-forwarded-for': '9.9.9.9' }
  say('E1 refresh dashes', await r({ method: 'POST', url: '/api/users/refresh', payload: { refreshToken: `rt1.${'-'.repeat(36)}.${'a'.repeat(43)}` } }))
  say('E1 long param', await r({ method: 'DELETE', url: `/api/users/sessions/${'a'.repeat(300)}`, headers: h }))
  say('E1 bad pct', await r({ method: 'DELETE', url: `/api/users/sessions/%`, headers: h }))
  say('E1 proto', await r({ method: 'POST', url: `/api/users/login`, headers: { 'content-type': 'application/json' }, payload: '{"__proto__":1}' }))
  say('E1 step object', await r({ method: 'POST', url: `/api/users/step-up`, headers: h, payload: { action: 'x', object: 'y', password: u.password } }))
})

test('X1 exports without end, cap race, mails after deletion', async () => {
  const user = await given.user()
  const id = await idOf(user.browser)
  await database.owner.pool.query('update users set email_verified_at=now() where id=$1', [id])
  const b = await given.elsewhere(user)
  const st = {} as any
  for (let i = 0; i < 40; i++) { const c = (await b.post('/users/export')).statusCode; st[c] = (st[c] ?? 0) + 1 }
  say('X1 exports', st)
  await Promise.all(Array.from({ length: 15 }, () => product.browser().logIn(user)))
  await Promise.all(Array.from({ length: 15 }, () => product.browser().logIn(user)))
  const n = await database.owner.pool.query('select count(*)::int n from sessions where user_id=$1 and ended_at is null', [id])
  say('X1 open sessions', n.rows[0].n)
})

test('X2 deletion leftovers', async () => {
  const user = await given.user()
  const id = await idOf(user.browser)
  const vmail = await product.mailTo(user.email, 'Verify your email')
  await database.owner.pool.query('update users set email_verified_at=now() where id=$1', [id])
  const b = await given.elsewhere(user)
  await b.post('/users/deletion')
  // freeze does not stop it
  const mail = await product.mailTo(user.email, 'Your account will be deleted')
  const fr = await product.browser().post('/users/freeze', { token: tokenIn(mail.text) })
  const q = await database.owner.pool.query('select deletion_at from users where id=$1', [id])
  say('X2 freeze', fr.statusCode, 'deletion still at', q.rows[0].deletion_at)
  await database.owner.pool.query(`update users set deletion_at = app_now() where id=$1`, [id])
  await database.owner.pool.query(`update timers set fire_at = app_now() where subject_id=$1`, [id])
  await product.mailTo(user.email, 'has been deleted')
  const left = await database.owner.pool.query('select count(*)::int n from mails where user_id=$1 and to_address=$2', [id, user.email])
  const v = await product.browser().post('/users/verify-email', { token: tokenIn(vmail.text) })
  say('X2 mails with address left', left.rows[0].n, 'restricted yet deleted; verify link', v.statusCode, v.body)
})

test('Q1 clean-up plan', async () => {
  await database.owner.pool.query(`insert into security_events(user_id,kind,at) select u.id,'login',now() - (g||' minutes')::interval from (select id from users limit 20) u, generate_series(1,10000) g; analyze security_events`)
  await database.owner.pool.query('set enable_seqscan=on')
  const p = await database.owner.pool.query(`explain delete from security_events where at < now() - interval '365 days'`)
  say('Q1', p.rows.map((r: any) => r['QUERY PLAN']).join(' / '))
})

test('N1 two nodes: rehash undoes a reset', async () => {
  const secrets = await makeSecrets()
  const conf = (cost: string) => readConfig({ PIER_MODE: 'test', DATABASE_URL: database.url, PUBLIC_ORIGIN: 'http://localhost:1', SMTP_URL: `smtp://127.0.0.1:${product.inbox.smtpPort}`, PASSWORD_COST: cost, TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'silent', ...secrets })
  const light = await startProduct(conf('light'))
  const full = await startProduct(conf('full'))
  const me = light.browser()
  const email = `n1.${Date.now()}@mail.example`
  await me.register({ name: 'Nora Ek', email, password: 'seven quiet herons' })
  const id = (await me.get('/users/self')).json().id
  const fresh = light.browser()
  const c = await holder()
  await c.query('begin')
  await c.query(`select 1 from users where id=$1 for update`, [id])
  const change = me.post('/users/profile', { curPassword: 'seven quiet herons', newPassword: 'eleven loud otters' })
  await wait(400)
  const login = full.browser().logIn({ email, password: 'seven quiet herons' })
  await wait(900)
  await c.query('commit'); await c.end()
  const s = [(await change).statusCode, (await login).statusCode]
  const neu = (await light.browser().logIn({ email, password: 'eleven loud otters' })).statusCode
  const old = (await fresh.logIn({ email, password: 'seven quiet herons' })).statusCode
  say('N1 change', s[0], 'login', s[1], '| new password works:', neu, 'old password works:', old)
  await light.stop(); await full.stop()
})
