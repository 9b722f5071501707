/** What other modules may ask of disputes. */
export { presentExhibits } from './file/exhibits.service.ts'
export {
  countDelivery,
  fundingCheck,
  fundingText,
  noticeTimes,
  payoffCheck,
  seizureChecks,
  type Check,
} from './file/loan-checks.ts'
export { isFileOpen, openFile, presentPeople } from './file/people.ts'
export { applyRuling } from './rulings/rulings.service.ts'
