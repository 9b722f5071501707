/** What other modules may ask of back-office. */
export { findAnnouncement } from './reports/announcement.ts'
export { readDecisionFile } from './loans/decision-file.service.ts'
