import type { Session } from '../../../api/users.ts'
import { keepAccount } from '../../given/account.ts'
import type { Answers } from '../fake-server.ts'
import { openApp } from '../open-app.tsx'

type Opening = { at?: string; answers?: Answers; sessions?: Session[]; scheme?: 'own' }

/** The settings of an account that keeps what is saved, and all saves of its profile. */
export async function openSettings({ at = '', answers, sessions, scheme }: Opening = {}) {
  const account = keepAccount({ sessions })
  const app = await openApp(`/app/settings${at}`, {
    answers: { ...account.answers, ...answers },
    scheme,
  })
  return Object.assign(app, { account, saves: account.saves })
}
