import { removed, type Lock } from './lock.ts'

const users = 'apps/server/src/modules/users'

/** Authentication, and what is paused when it is in doubt. */
export const locksOfPeople: Lock[] = [
  {
    name: 'wrong passwords from one place bring no wait',
    file: `${users}/sign-in/sign-in.service.ts`,
    text: '  await limitTriesWithPause(db, userAtAddress, `${person}|${client.address}`, clients.limitKey)\n',
    replacement: removed,
    noticedBy: [
      `${users}/sign-in/sign-in.test.ts › after five failures from one place each further try has to wait, longer and longer`,
    ],
  },
  {
    name: 'a stolen token works with any cookie',
    file: `${users}/sessions/sessions.service.ts`,
    text: 'if (!bindCookie || !sameBytes(hashOf(bindCookie), session.bindHash)) {',
    replacement: 'if (!bindCookie) {',
    noticedBy: [
      `${users}/sessions/sessions.test.ts › three uses without the right cookie in an hour end the session and tell its owner`,
    ],
  },
  {
    name: 'the 72 hours after a reset are not held',
    file: `${users}/two-step/step-up.service.ts`,
    text: "  if (pause && tier === 'A') throw new AppError(pause.why)\n",
    replacement: removed,
    noticedBy: [
      `${users}/sign-in/mail-links.test.ts › for 72 hours after a reset nothing dangerous is open, and then it is`,
    ],
  },
  {
    name: 'the freeze link ends the sessions and pauses nothing',
    file: `${users}/sign-in/mail-links.service.ts`,
    text: 'const until = await pauseUser(tx, user.id)',
    replacement: 'const until = tx.now',
    noticedBy: [
      `${users}/sign-in/mail-links.test.ts › for 72 hours after the freeze link nothing dangerous is open, and then it is`,
    ],
  },
  {
    name: 'a reset link that was mailed to the old address works after it has changed',
    file: `${users}/account/links.repository.ts`,
    text: "links.purpose = 'freeze'",
    replacement: 'true',
    noticedBy: [
      `${users}/sign-in/pauses.test.ts › a reset link of the old mailbox is dead once the address has changed`,
    ],
  },
  {
    name: 'a code of two-step login works twice',
    file: `${users}/two-step/mfa.repository.ts`,
    text: "    .where('lastStep', '<', String(step))\n",
    replacement: removed,
    noticedBy: [
      `${users}/two-step/mfa.test.ts › a code works once, also when it is sent twice at the same moment`,
    ],
  },
  {
    name: 'new payment details count at once',
    file: `${users}/payees/payees.service.ts`,
    text: 'const waitMs = kept.length > 0 ? limits.payeeWaitHours * hourMs : 0',
    replacement: 'const waitMs = 0',
    noticedBy: [
      `${users}/payees/payees.test.ts › a change waits for 24 hours, and the old details count meanwhile`,
    ],
  },
]
