import { createDnsResolver } from '../../providers/dns/dns-resolver.ts'
import { createMailer } from '../../providers/mail/mailer.ts'
import { createEppRegistrar } from '../../providers/registrar/epp/epp-registrar.ts'
import { RegistrarError } from '../../providers/registrar/registrar-port.ts'
import { invariant } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config.ts'
import { clockMs } from './database-checks.ts'
import type { Check, Finding } from './deployment.ts'

const patienceMs = 10_000
/** Signed for years, and one whose signatures are wrong on purpose: both are there to be asked. */
const signedName = 'org'
const brokenName = 'dnssec-failed.org'

/** Whom we depend on, asked as the worker asks them. Nothing is changed anywhere. */
export function listNeighbourChecks(config: Config): Check[] {
  const { timestampUrl } = config.seal
  return [
    { what: 'mail relay', look: () => findFaultOfMail(config) },
    { what: 'resolver', look: () => findFaultOfResolver(config) },
    { what: 'registrar', look: () => findFaultOfRegistrar(config) },
    { what: 'card payments', look: () => findFaultOfCards(config) },
    { what: 'crypto payments', look: () => findFaultOfCrypto(config) },
    ...(timestampUrl
      ? [{ what: 'timestamps', look: () => findFaultOfTimestamps(timestampUrl) }]
      : []),
  ]
}

async function findFaultOfMail(config: Config): Promise<Finding | undefined> {
  const mailer = createMailer(config)
  try {
    await mailer.greet()
    return undefined
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    const { protocol, port } = new URL(config.mail.smtpUrl)
    return { fault: message, mend: mendOfMail({ code, message, protocol, port }) }
  } finally {
    mailer.close()
  }
}

function mendOfMail(said: Record<'code' | 'message' | 'protocol' | 'port', string>): string {
  const { code, message, protocol, port } = said
  if (code === 'EAUTH') return 'Correct user and password in SMTP_URL'
  if (protocol === 'smtps:' && /wrong version|packet length|EPROTO/i.test(message)) {
    return 'This port starts unencrypted. Use smtp:// for it (587), or smtps:// on 465'
  }
  if (protocol === 'smtp:' && (port === '465' || /greeting/i.test(message))) {
    return 'If this port uses implicit TLS, use smtps:// for it (465)'
  }
  if (/certificate|altnames|self.signed/i.test(message)) {
    return 'Use the host name of the relay’s certificate in SMTP_URL'
  }
  if (code === 'ETLS' || /STARTTLS/i.test(message)) {
    return 'The relay does not offer STARTTLS. Turn it on there, or use smtps:// on 465'
  }
  return 'Check that the relay runs at SMTP_URL and that this machine can reach it'
}

async function findFaultOfResolver({ dns }: Config): Promise<Finding | undefined> {
  const { address, port } = dns.resolver
  const resolver = createDnsResolver(dns.resolver)
  const ask = (name: string) =>
    resolver
      .ask({ name, type: 'NS' }, AbortSignal.timeout(patienceMs))
      .catch((error: Error) => error)
  const signed = await ask(signedName)
  if (signed instanceof Error) {
    return {
      fault: `${address}:${port}: ${signed.message}`,
      mend: 'Check that Unbound runs there and reaches the root servers (port 53, UDP and TCP), or correct DNS_RESOLVER',
    }
  }
  const mend =
    'Let it reach port 53 of any server, by UDP and TCP; give it module-config: "validator iterator" and the trust anchor of the root, as deploy/parts/unbound.conf'
  if (signed.code !== 'NOERROR') {
    return { fault: `it answers ${signed.code} about ${signedName}`, mend }
  }
  if (!signed.isAuthentic) return { fault: 'it does not validate DNSSEC', mend }
  const broken = await ask(brokenName)
  if (broken instanceof Error || broken.code === 'SERVFAIL') return undefined
  return { fault: `it accepts ${brokenName}, which has invalid DNSSEC signatures`, mend }
}

async function findFaultOfRegistrar(config: Config): Promise<Finding | undefined> {
  const { registrar: settings } = config
  const { password } = settings
  invariant(password, 'the worker has the password of the registrar')
  const registrar = createEppRegistrar({ ...settings, password, settings: {} })
  try {
    await within(registrar.readCapabilities(), 'no greeting')
    return undefined
  } catch (error) {
    const isRefused = error instanceof RegistrarError && error.code === 'credentials'
    return {
      fault: `${settings.endpoint.host}:${settings.endpoint.port}: ${(error as Error).message}`,
      mend: isRefused
        ? 'Correct REGISTRAR_USER and REGISTRAR_PASSWORD before the next try. Registrars lock accounts'
        : 'Correct REGISTRAR_HOST and REGISTRAR_PORT, and ask the registrar to allow this IP address',
    }
  } finally {
    await registrar.close()
  }
}

async function findFaultOfCards({ card }: Config): Promise<Finding | undefined> {
  const base = card.apiBase?.origin ?? 'https://api.stripe.com'
  const answer = await ask(`${base}/v1/balance_transactions?limit=1`, {
    authorization: `Bearer ${card.secretKey}`,
  })
  return findFaultOfAnswer(
    answer,
    'STRIPE_SECRET_KEY: a live key that may read balance transactions',
  )
}

async function findFaultOfCrypto({ crypto }: Config): Promise<Finding | undefined> {
  const answer = await ask(`${crypto.apiBase}/min-amount?currency_from=btc&currency_to=btc`, {
    'x-api-key': crypto.apiKey,
  })
  return findFaultOfAnswer(answer, 'NOWPAYMENTS_API_KEY')
}

function findFaultOfAnswer(answer: Answer, key: string): Finding | undefined {
  const { reply } = answer
  if (reply instanceof Error) {
    const { message } = reply.cause instanceof Error ? reply.cause : reply
    return { fault: `it does not answer: ${message}`, mend: 'Let this machine reach it over https' }
  }
  if (!reply.ok) return { fault: `it answers ${reply.status}`, mend: `Correct ${key}` }
  return findWrongClock(reply, answer)
}

/** By what the answer is dated with, whole seconds cut off: how far this machine is from it at least. */
function findWrongClock(
  { headers }: Response,
  { askedAt, answeredAt }: Answer,
): Finding | undefined {
  const date = Date.parse(headers.get('date') ?? '')
  const aheadMs = askedAt - (date + 1000)
  const behindMs = date - answeredAt
  const apartMs = Math.max(aheadMs, behindMs)
  if (!(apartMs > clockMs)) return undefined // Nor if it has no date.
  const way = aheadMs > behindMs ? 'ahead of' : 'behind'
  return {
    fault: `this machine's clock is ${Math.round(apartMs / 1000)} s ${way} the provider's`,
    mend: 'Run chrony or systemd-timesyncd',
  }
}

async function findFaultOfTimestamps(url: string): Promise<Finding | undefined> {
  const { reply } = await ask(url, {})
  if (!(reply instanceof Error)) return undefined
  return { fault: `${url} does not answer`, mend: 'Correct TSA_URL, or remove it' }
}

type Answer = { reply: Response | Error; askedAt: number; answeredAt: number }

async function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  const askedAt = Date.now()
  const reply = await fetch(url, { headers, signal: AbortSignal.timeout(patienceMs) }).catch(
    (error: Error) => error,
  )
  return { reply, askedAt, answeredAt: Date.now() }
}

async function within<T>(work: Promise<T>, otherwise: string): Promise<T> {
  const late = new Promise<never>((_, failed) => {
    setTimeout(() => failed(new Error(otherwise)), patienceMs).unref()
  })
  return Promise.race([work, late])
}
