/** Of the wording below; a new one is a new version. */
export const consentVersion = 'electronic-records-2026-11-15'

/** What a signer is told before agreeing to electronic form. */
export function consentText(contactEmail: string): string[] {
  return [
    `You are asked to sign this agreement electronically. Your consent covers this agreement, its annexes and the notices that belong to it, and nothing else.`,
    `You may have it on paper instead, free of charge: write to ${contactEmail}. Nobody has to sign electronically; without it this loan cannot be made here.`,
    `You may withdraw your consent at any time by writing to the same address. What was signed before stays signed; notices then also go to your postal address.`,
    `Keep your email address current: write to ${contactEmail} when it changes, and update your postal address under Settings.`,
    `You need a current browser, an email address and a program that opens PDF files. If you can read the agreement on this page, you have all of it. You can download it now and later, and we mail you when the signed document is ready.`,
    `Typing your name and pressing the button has the effect of your signature by hand.`,
  ]
}
