/** The certificate of completion: the pages that are added when both have signed. */
import type { Evidence } from './evidence.ts'
import {
  factsTable,
  finishPdf,
  makeRoom,
  openPdf,
  printHeading,
  printRuns,
  printTitle,
} from '../templates/pdf-page.ts'

const title = 'Certificate of completion'

export async function printEvidence(evidence: Evidence, printedAt: Date): Promise<Buffer> {
  const doc = openPdf({ title, printedAt })
  const root = doc.struct('Document')
  doc.addStructure(root)
  const add = (tag: string, print: () => void) => root.add(doc.struct(tag, {}, print))
  const addHeading = (text: string, height?: number) => {
    makeRoom(doc, height)
    add('H2', () => printHeading(doc, text))
  }
  const addText = (text: string) => {
    makeRoom(doc, 30)
    add('P', () => printRuns(doc, [{ text, isBold: false }]))
  }
  const addFacts = (facts: readonly (readonly [string, string])[]) =>
    root.add(factsTable(doc, facts.map(toFact)))

  add('H1', () => printTitle(doc, title))
  addText(
    'Both parties named here signed the document on the previous pages electronically. Each logged in, consented to electronic form, typed their name and pressed the button.',
  )
  addFacts(factsOf(evidence))
  for (const signature of evidence.signatures) {
    const { role, ...signed } = signature
    addHeading(`${role === 'BORROWER' ? 'Borrower' : 'Lender'}: signed electronically`, 200)
    addFacts(factsOfSignature(signed))
  }
  addHeading('What happened', 100)
  for (const { seq, at, action, actor, hash } of evidence.events) {
    addText(`${seq}. ${at}  ${action}  ${actor.toLowerCase()}  ${hash}`)
  }
  addHeading('How to verify this file', 120)
  checks(evidence).forEach(addText)
  root.end()
  return (await finishPdf(doc, `${evidence.agreement_number}, ${title.toLowerCase()}`)).bytes
}

const toFact = ([label, text]: readonly [string, string]) => ({
  label,
  runs: [{ text, isBold: false }],
})

const factsOf = (evidence: Evidence) =>
  [
    ['Document', evidence.title],
    ['Agreement', `No. ${evidence.agreement_number}, ${evidence.agreement_id}`],
    ['Loan', evidence.escrow_id],
    ['Template', evidence.template_version],
    ['Pages signed', String(evidence.pages)],
    ['Printed', evidence.printed_at],
    ['SHA-256 of the document', evidence.document.sha256],
    ['Platform', evidence.platform],
  ] as const

function factsOfSignature(signature: Omit<Evidence['signatures'][number], 'role'>) {
  const { authentication: auth } = signature
  const proof = auth.two_step_login ? 'password and two-step code' : 'password'
  const again = auth.confirmed_again ? ', confirmed again for this signature' : ''
  return [
    ['Name typed', signature.name],
    ['Email', signature.email],
    ['User', signature.user_id],
    ['Signed', `${signature.signed_at} (UTC)`],
    ['SHA-256 signed', signature.document_sha256],
    ['Consent', `${signature.consent_version}, ${signature.consented_at}`],
    ['Network address', signature.address],
    ['Browser', signature.agent],
    ['Login', `${auth.login_at}, by ${proof}${again}`],
  ] as const
}

const checks = ({ document, last_event_hash, platform }: Evidence) => [
  `The signed document is the first ${document.size} bytes of this file, unchanged. The command head -c ${document.size} agreement.pdf | sha256sum gives the hash above.`,
  `This file is e-sealed by ${platform}. A program that checks PDF signatures, such as pdfsig, must report a valid signature over the total document. Anything else means that the file was changed.`,
  `The same record is attached to this file as audit.json. Each event carries a hash over itself and the event before it. The last hash here is ${last_event_hash ?? 'missing'}.`,
]
