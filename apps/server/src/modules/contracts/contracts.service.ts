/** What other modules may ask of contracts. */
export {
  openAgreementContext,
  orderAgreement,
  orderAgreementsOf,
  readAgreement,
  type AgreementContext,
  type AgreementView,
} from './agreements/agreements.service.ts'
export { keepFile, listFiles, readFile, sha256Of, type LoanFile } from './files/files.service.ts'
export { recordSignature, type NewSignature } from './signing/signing.service.ts'
