/** Phrases that nobody of this field uses, why they do not help, and what to say instead. */
export type BannedPhrase = { phrase: RegExp; reason: string; say: string }

const riddle = 'The reader has to guess what is meant.'
const notOfTheField = 'Domainers and lenders have another word for it.'
const unclearButton = 'A button says what happens when it is pressed.'

export const bannedPhrases: readonly BannedPhrase[] = [
  { phrase: /^leave it\b/i, reason: unclearButton, say: 'Cancel' },
  { phrase: /\btake it back\b/i, reason: unclearButton, say: 'Withdraw offer' },
  { phrase: /\bsay no\b/i, reason: unclearButton, say: 'Decline' },
  {
    phrase: /(?:^|\bwe )let it go\b(?! on)/i,
    reason: unclearButton,
    say: 'Unfreeze account, Release',
  },
  { phrase: /\bit stands for\b/i, reason: notOfTheField, say: 'Valid for' },
  { phrase: /\bstands? for (?:a|no|the) loan\b/i, reason: riddle, say: 'is collateral for' },
  { phrase: /\baccept by itself\b/i, reason: riddle, say: 'Auto-accept offers that meet …' },
  { phrase: /\bso few could be somebody\b/i, reason: riddle, say: 'Too few to show' },
  { phrase: /\bnothing that moves a domain or money is open\b/i, reason: riddle, say: 'Locked' },
  { phrase: /\bthose (?:that (?:were|are) .+|in order) too\b/i, reason: riddle, say: 'Show …' },
  { phrase: /^endings?\b/i, reason: notOfTheField, say: 'TLD' },
  { phrase: /\b(?:an|the|this|its|of) ending\b/i, reason: notOfTheField, say: 'TLD' },
  { phrase: /^Taken$/, reason: riddle, say: 'Accepted (a TLD), Claimed (a task)' },
  { phrase: /\bworks here\b/i, reason: notOfTheField, say: 'Active' },
  { phrase: /\baccounts together are nothing\b/i, reason: notOfTheField, say: 'Trial balance' },
  { phrase: /^repaid at (?:\d+|…) ?% of term\b/i, reason: riddle, say: 'Interest if repaid at …' },
  { phrase: /\b(?:turn|turned|turns) (?:no |both )?keys?\b/i, reason: riddle, say: 'approve' },
  { phrase: /\bkeys? [12]\b/i, reason: riddle, say: 'Proposal, second approval' },
  { phrase: /\bhow it goes on\b/i, reason: riddle, say: 'Next steps' },
  { phrase: /\bhow it stands\b/i, reason: riddle, say: 'Outcome' },
  { phrase: /\bguaranteed\b/i, reason: 'Nothing here is guaranteed.', say: 'the plain fact' },
  { phrase: /\brisk-free\b/i, reason: 'No loan is free of risk.', say: 'the plain fact' },
  { phrase: /!$/, reason: 'A message states, it does not shout.', say: 'a full stop, or nothing' },
]
