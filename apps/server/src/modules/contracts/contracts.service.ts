/** What other modules may ask of contracts. */
export {
  openAgreementContext,
  orderAgreement,
  orderAgreementsOf,
  readAgreement,
  type AgreementContext,
  type AgreementView,
} from './agreements/agreements.service.ts'
export { fetchSealed, openFileStore, sha256Of, type FileStore } from './files/file-store.ts'
export { keepFile, listFiles, readFile, type LoanFile } from './files/files.service.ts'
export type { Shelf } from './files/moves.service.ts'
export { placesOf } from './files/places.repository.ts'
export { recordSignature, type NewSignature } from './signing/signing.service.ts'
