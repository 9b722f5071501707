/** Enough to tell two apart, too little to write to: "jane@doe.example" gives "j***@d***.example". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const dot = email.lastIndexOf('.')
  const ending = dot > at ? email.slice(dot) : ''
  return `${email.slice(0, 1)}***@${email.slice(at + 1, at + 2)}***${ending}`
}
