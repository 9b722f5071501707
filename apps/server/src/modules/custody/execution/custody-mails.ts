import { limits } from '@pier/protocol/limits'
import type { MailPage } from '../../../providers/mail/mail-page.ts'

/** The only place that writes a code for a person. It is sent at once and never stored. */
export const codeMail = (domain: string, code: string): MailPage => {
  const subject = `Authorization code of ${domain}`
  return {
    subject,
    heading: subject,
    paragraphs: [
      `Give this code to the registrar that is to take ${domain} over.`,
      `It works for ${limits.transferCodeDays} days. After that it is void and the domain is locked again.`,
      'Whoever has it can move the domain: pass it on to nobody else.',
    ],
    code,
  }
}
