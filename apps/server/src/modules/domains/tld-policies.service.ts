/** What is so for an ending, from a time on. Rows are added and never changed. */
export { insertPolicy as addPolicy, type NewPolicy } from './tld-policies.repository.ts'
