import { limits } from '@pier/protocol/limits'
import type { MailPage } from '../../../providers/mail/mail-page.ts'

/** The only place that writes a code for a person. It is sent at once and never stored. */
export const codeMail = (domain: string, code: string): MailPage => {
  const subject = `${domain}: authorization code, valid for ${limits.transferCodeDays} days`
  return {
    subject,
    heading: subject,
    paragraphs: [
      `Give this code to the registrar that ${domain} moves to.`,
      `It is valid for ${limits.transferCodeDays} days. After that the domain is locked again.`,
      'Anyone who has this code can move the domain. Share it with nobody else.',
    ],
    code,
  }
}
