/** What other modules may ask of back-office. */
export { readDecisionFile } from './loans/decision-file.service.ts'
