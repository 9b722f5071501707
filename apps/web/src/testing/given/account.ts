import type { CallInput, CallOutput } from '@pier/protocol/calls/calls'
import { hintOfPayee, linesOfPayee } from '@pier/protocol/payouts/payees'
import type { Payee, Self, Session } from '../../api/users.ts'
import { self } from '../answers.ts'
import { type Answers, refusal } from '../screen/fake-server.ts'

type ProfileSave = CallInput<'POST /users/profile'>['body']
type Kept = {
  self: Self
  sessions: Session[]
  payees: Payee[]
  mail: CallOutput<'GET /notifications/preferences'>['mail']
  isConfirmed: boolean
}

/** A newly registered user: a name and an email, and nothing else yet. */
const newcomer: Self = {
  ...self,
  balance: 0,
  address1: '',
  address2: '',
  city: '',
  zip: '',
  country: '',
}

const session = (label: string, current: boolean): Session => ({
  id: crypto.randomUUID(),
  label,
  network: '203.0.113.0',
  bound: true,
  current,
  created_at: '2026-10-14T10:00:00.000Z',
  last_seen_at: '2026-10-14T14:00:00.000Z',
})
export const elsewhere = session('Chrome on Linux', false)

/** An account as the server keeps it: a later read returns what was saved. */
export function keepAccount({ sessions = [] }: { sessions?: Session[] } = {}) {
  const kept: Kept = {
    self: newcomer,
    sessions: [session('Firefox on Linux', true), ...sessions],
    payees: [],
    mail: {
      messages: true,
      offers: true,
      loans: true,
      domains: true,
      payments: true,
      defaults: true,
      security: true,
    },
    isConfirmed: false,
  }
  const saves: ProfileSave[] = []
  const answers: Answers = {
    ...profileAnswers(kept, saves),
    ...sessionAnswers(kept),
    ...payeeAnswers(kept),
    ...mfaAnswers(kept),
  }
  return { answers, saves }
}

const profileAnswers = (kept: Kept, saves: ProfileSave[]): Answers => ({
  'GET /users/self': () => kept.self,
  'POST /users/profile': ({ body }) => {
    saves.push(body)
    kept.self = withProfile(kept.self, body)
    return null
  },
  'POST /users/deletion': () => {
    const deletion_at = daysFromNow(14)
    kept.self = { ...kept.self, deletion_at }
    return { deletion_at }
  },
  'DELETE /users/deletion': () => {
    kept.self = { ...kept.self, deletion_at: null }
    return null
  },
})

const withProfile = (before: Self, save: ProfileSave): Self => ({
  ...before,
  address1: save.address1 ?? before.address1,
  address2: save.address2 ?? before.address2,
  city: save.city ?? before.city,
  zip: save.zip ?? before.zip,
  country: save.country ?? before.country,
  default_contract: save.contract ?? before.default_contract,
  pfp: save.pfp ? encodedPicture() : null,
})

/** Whatever was sent, the server keeps a picture of its own making. */
function encodedPicture() {
  const canvas = document.createElement('canvas')
  canvas.width = 400
  canvas.height = 400
  canvas.getContext('2d')?.fillRect(0, 0, 400, 400)
  return canvas.toDataURL('image/webp')
}

const sessionAnswers = (kept: Kept): Answers => ({
  'GET /users/sessions': () => ({ sessions: kept.sessions }),
  'DELETE /users/sessions/:id': ({ params: [ended] }) => {
    kept.sessions = kept.sessions.filter(({ id }) => id !== ended)
    return null
  },
  'GET /notifications/preferences': () => ({ mail: kept.mail }),
  'POST /notifications/preferences': ({ body }) => {
    kept.mail = { ...kept.mail, ...body.mail }
    return null
  },
})

const payeeAnswers = (kept: Kept): Answers => ({
  'GET /users/payout-details': () => ({ details: kept.payees }),
  'PUT /users/payout-details': ({ body }) => {
    const is_active = !kept.payees.some(({ rail }) => rail === body.rail)
    const active = kept.payees.filter((payee) => payee.rail !== body.rail || payee.is_active)
    const added: Payee = {
      rail: body.rail,
      hint: hintOfPayee(body),
      lines: linesOfPayee(body),
      active_from: daysFromNow(is_active ? 0 : 1),
      is_active,
      created_at: daysFromNow(0),
    }
    kept.payees = [...active, added]
    return { details: kept.payees }
  },
  'DELETE /users/payout-details/:rail': () => {
    kept.payees = kept.payees.filter(({ is_active }) => is_active)
    return { details: kept.payees }
  },
})

/** What the authenticator app shows. */
export const mfaCode = '492039'

const wrongCode = refusal(401, 'mfa_invalid', 'Invalid MFA code')
const confirmFirst = refusal(403, 'step_up_required', 'Confirm that it is you', {
  action: 'renew_recovery_codes',
  object: '',
  methods: ['totp', 'recovery'],
})

const mfaAnswers = (kept: Kept): Answers => ({
  'POST /users/mfa/start': {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Pier:mara?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Pier',
  },
  'POST /users/mfa/confirm': ({ body }) => {
    if (body.mfa !== mfaCode) return wrongCode
    kept.self = { ...kept.self, mfa_enabled: true, recovery_codes_left: 10 }
    return { recoveryCodes: newCodes() }
  },
  'POST /users/step-up': ({ body }) => {
    kept.isConfirmed = body.mfa === mfaCode
    return kept.isConfirmed
      ? null
      : refusal(403, 'step_up_failed', 'Wrong password or code. Try again')
  },
  'POST /users/mfa/recovery-codes': () =>
    kept.isConfirmed ? { recoveryCodes: newCodes() } : confirmFirst,
})

const newCodes = () => Array.from({ length: 10 }, () => crypto.randomUUID().slice(0, 6))

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
