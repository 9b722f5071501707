/** What other modules may ask of messages. */
export { collectMessages, refusePaymentDetails } from './chat/messages.service.ts'
export { listMessages } from './chat/messages.repository.ts'
export { readMessages } from './chat/read-messages.ts'
export { presentFile } from './evidence/present-file.ts'
export { cleanFileName, readEvidenceType, type EvidenceType } from './evidence/evidence-file.ts'
