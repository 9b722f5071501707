import { brand } from '@pier/protocol/brand'
import { limits } from '@pier/protocol/limits'
import { AppError } from '../../../platform/app-error.ts'
import { isBreachedPassword } from './breached-passwords.ts'

const wordLengthMin = 4
const ownCharactersMin = 8

/** Checks length, breach lists and obvious choices. No rules about digits or symbols. */
export function checkNewPassword(
  password: string,
  { name, email, field }: { name: string; email: string; field: string },
): void {
  const bytes = Buffer.byteLength(password)
  if (bytes < limits.passwordBytesMin) throw new AppError('password_short', { field })
  if (bytes > limits.passwordBytesMax) throw new AppError('password_long', { field })
  if (isObvious(password, { name, email })) throw new AppError('password_obvious', { field })
  if (isBreachedPassword(password)) throw new AppError('password_breached', { field })
}

/** Too little is left without the brand, the user's name and the parts of their address. */
function isObvious(password: string, { name, email }: { name: string; email: string }): boolean {
  const words = [brand.name, ...name.split(/\s+/), ...email.split(/[@._+-]/)]
    .map((word) => word.normalize('NFC').toLowerCase())
    .filter((word) => word.length >= wordLengthMin)
  const rest = words.reduce(
    (text, word) => text.replaceAll(word, ''),
    password.normalize('NFC').toLowerCase(),
  )
  return rest.length < ownCharactersMin && rest.length < password.length
}
