import { z } from 'zod'
import { limits } from '../limits.ts'
import { addressMarks, emailPattern, hiddenCharacters } from '../text.ts'

/**
 * One line of text a person typed. Refuses NUL, which PostgreSQL cannot store, and characters that
 * hide or reorder text.
 */
export const line = (lengthMax: number, message = 'This text has characters we cannot keep') =>
  z
    .string(message)
    .max(lengthMax, `At most ${lengthMax} characters`)
    .refine((text) => !hiddenCharacters.test(text) && text.isWellFormed(), message)

/** Several lines of text, trimmed. Hidden characters are refused. */
export const paragraphs = (lengthMax: number) =>
  z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().max(lengthMax, `At most ${lengthMax} characters`))
    .refine(
      (text) => !hiddenCharacters.test(text.replaceAll(/[\n\t]/g, '')) && text.isWellFormed(),
      'This text has characters we cannot keep',
    )

export const email = line(limits.emailLengthMax, 'Invalid email')
  .regex(emailPattern, 'Invalid email')
  .refine((text) => !addressMarks.test(text), 'Invalid email')

/** Only checks that there is one; the server judges its strength with its lists. */
export const password = z
  .string('Invalid password')
  .min(1, 'Invalid password')
  .max(1024, 'Invalid password')
  .refine((text) => text.isWellFormed(), 'Invalid password')

/** A secret that we issued and the client sends back: link tokens, refresh tokens. */
export const opaqueToken = z.string().min(1).max(200)

export const id = z.uuid()
export const time = z.iso.datetime()
export const nothing = z.null().describe('No body')
