import { expect } from '@playwright/test'
import { journeyPorts } from '../../tools/journeys/journey-ports.ts'

type Mail = { subject: string; text: string; html: string }

/** Waits for a mail, as a person does with the inbox open beside the product. */
export async function mailTo(
  to: string,
  subject: string,
  patience: { timeout?: number } = {},
): Promise<Mail> {
  const find = async () => (await mailsTo(to)).find((mail) => mail.subject === subject)
  await expect.poll(find, { message: `mail "${subject}"`, ...patience }).toBeTruthy()
  const mail = await find()
  if (!mail) throw new Error(`No mail "${subject}" to ${to}`)
  return mail
}

export async function mailsTo(to: string): Promise<Mail[]> {
  const url = `http://127.0.0.1:${journeyPorts.inbox}/api/mails?to=${encodeURIComponent(to)}`
  return (await (await fetch(url)).json()) as Mail[]
}

/** The link in the mail that a person would click. */
export function linkIn(mail: Mail, part: string): string {
  const link = new RegExp(`http://localhost:\\d+/\\S*${part}\\S+`).exec(mail.text)?.[0]
  if (!link) throw new Error(`No link with ${part} in:\n${mail.text}`)
  return link
}
