/** What proves who somebody is, for the other population that logs in here: our operators. */
export { clientOf, type Client } from './client.ts'
export { codeAt, stepAt } from './mfa-codes.service.ts'
export { checkNewPassword } from './password-policy.ts'
export { normalEmail, openUserTools, type UserTools } from './user-tools.ts'
