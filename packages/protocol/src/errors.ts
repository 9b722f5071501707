/**
 * Every refusal a user may see: its code, its HTTP status and its text. The text is fit for the red
 * banner. 401 means "log in again" and nothing else, because the client leaves the page on it; the
 * sign-in form is the one place where it is shown instead.
 */
export const errors = {
  invalid_input: { status: 400, message: 'Something in this form is not right' },
  bad_request: { status: 400, message: 'The request could not be read' },
  signature_invalid: { status: 400, message: 'The signature is not right' },
  login_required: { status: 401, message: 'Please log in' },
  refresh_token_missing: { status: 401, message: 'No refresh token available' },
  invalid_credentials: { status: 401, message: 'Invalid email or password' },
  mfa_required: { status: 401, message: 'MFA code required' },
  mfa_invalid: { status: 401, message: 'Invalid MFA code' },
  mfa_locked: {
    status: 403,
    message: 'Too many wrong codes. We sent you an email that opens MFA again',
  },
  step_up_required: { status: 403, message: 'Confirm that it is you' },
  step_up_failed: { status: 403, message: 'That did not match. Try again' },
  email_unverified: { status: 403, message: 'Verify your email first' },
  restricted: {
    status: 403,
    message: 'Paused for 72 hours after a reset, an MFA change or a freeze',
  },
  not_found: { status: 404, message: 'Not found' },
  session_not_found: { status: 404, message: 'That session is not there any more' },
  export_not_found: { status: 404, message: 'That export is not there any more' },
  withdrawal_not_found: { status: 404, message: 'That withdrawal is not there any more' },
  domain_not_found: { status: 404, message: 'That domain is not on your list' },
  escrow_not_found: { status: 404, message: 'That loan is not there any more' },
  agreement_not_found: {
    status: 404,
    message: 'This link does not lead to an agreement of yours',
  },
  file_not_found: { status: 404, message: 'That file is not there any more' },
  offer_not_found: { status: 404, message: 'That offer is not there any more' },
  search_not_found: { status: 404, message: 'That search is not there any more' },
  listing_not_found: { status: 404, message: 'That listing is not there any more' },
  notification_not_found: { status: 404, message: 'That notification is not there any more' },
  registration_refused: { status: 409, message: 'Could not register with these details' },
  mfa_already_on: { status: 409, message: 'Two-step login is on already' },
  mfa_not_on: { status: 409, message: 'Two-step login is not on' },
  request_key_used: { status: 409, message: 'This request was sent before, with other values' },
  request_in_progress: { status: 409, message: 'This is being worked on already' },
  domain_added: { status: 409, message: 'This domain is on your list already' },
  domain_in_custody: { status: 409, message: 'This domain is in custody here already' },
  domain_busy: {
    status: 409,
    message: 'Something else is under way with this domain. Wait for it',
  },
  domain_wrong_status: { status: 409, message: 'That cannot be done with this domain now' },
  domain_on_hold: { status: 409, message: 'This domain is on hold. Write to us and we explain' },
  domain_listed: { status: 409, message: 'Remove the listing of this domain first' },
  offer_decided: { status: 409, message: 'This offer has been decided already' },
  offer_changed: { status: 409, message: 'This offer has changed since you saw it. Look again' },
  not_your_move: { status: 409, message: 'The other side answers this one' },
  listing_closed: { status: 409, message: 'This domain takes no offers at the moment' },
  listing_exists: { status: 409, message: 'This domain is listed already' },
  escrow_changed: { status: 409, message: 'This loan has changed since you saw it. Look again' },
  version_needed: { status: 422, message: 'Say which version of the loan you saw' },
  escrow_wrong_status: { status: 409, message: 'That cannot be done with this loan now' },
  escrow_guarded: { status: 422, message: 'That cannot be done with this loan now' },
  chat_closed: {
    status: 409,
    message: 'This loan ended more than 90 days ago. Its chat is closed',
  },
  message_has_account: { status: 422, message: 'Payment details live in the payment panel only' },
  file_refused: { status: 422, message: 'Use a PDF, PNG or JPEG file' },
  file_unsafe: { status: 422, message: 'Our scanner does not take this file for safe' },
  too_many_files: { status: 422, message: 'There are 50 exhibits of yours already' },
  domain_typed_wrong: { status: 422, message: 'Type the name of the domain as it stands above' },
  signed_name_wrong: { status: 422, message: 'Type your name as it stands in the agreement' },
  document_changed: {
    status: 409,
    message: 'This is not the document that is to be signed. Load the page again',
  },
  consent_changed: { status: 409, message: 'The disclosure has changed. Load the page again' },
  date_out_of_range: { status: 422, message: 'That day is not possible here' },
  proposal_overtaken: {
    status: 409,
    message: 'What was proposed is not possible any more. Propose anew',
  },
  payment_too_small: {
    status: 422,
    message: 'A part is $25 or more, unless it is all that is owed',
  },
  payment_too_large: { status: 422, message: 'That is more than is owed on that day' },
  own_loan: { status: 422, message: 'The loan on this domain is yours already' },
  refinance_short: { status: 422, message: 'That does not pay out the loan that runs' },
  domain_in_loan: { status: 409, message: 'A loan on this domain is open' },
  transfer_pending: { status: 409, message: 'This domain is being transferred already' },
  transfer_not_pending: { status: 409, message: 'No transfer of this domain is under way' },
  transfer_locked: { status: 409, message: 'This domain cannot leave yet' },
  quote_needed: { status: 409, message: 'The price is not known any more. Ask for it again' },
  withdrawal_paid: { status: 409, message: 'This withdrawal is being paid already' },
  balance_left: {
    status: 409,
    message: 'There is money on your balance or held from it. Settle that first',
  },
  domains_left: {
    status: 409,
    message: 'A domain of yours is in custody or being transferred. Take it out first',
  },
  loans_left: {
    status: 409,
    message: 'A listing, an offer or a loan of yours is open. Bring it to an end first',
  },
  deletion_pending: { status: 409, message: 'This account is to be deleted already' },
  body_too_large: { status: 413, message: 'That is too large' },
  media_type: { status: 415, message: 'Send JSON' },
  link_invalid: { status: 422, message: 'This link is used up or too old. Ask for a new one' },
  password_wrong: { status: 422, message: 'Current password is wrong' },
  password_short: { status: 422, message: 'Use 10 characters or more' },
  password_long: { status: 422, message: 'Use 256 characters or fewer' },
  password_breached: {
    status: 422,
    message: 'This password is on public lists of stolen passwords. Choose another',
  },
  password_obvious: {
    status: 422,
    message: 'This password contains your name, your email or ours. Choose another',
  },
  domain_invalid: { status: 422, message: 'That is not a domain name that can be held' },
  domain_unsupported: { status: 422, message: 'We cannot hold domains of this ending yet' },
  domain_mixed_scripts: {
    status: 422,
    message: 'This name mixes letters of scripts that are not written together',
  },
  too_many_domains: { status: 422, message: 'There are too many domains on your list' },
  transfer_code_tries: {
    status: 422,
    message: 'Too many codes were tried for this domain today. Try again tomorrow',
  },
  nameserver_invalid: { status: 422, message: 'That is not a nameserver' },
  nameserver_same: { status: 422, message: 'Name two different nameservers' },
  nameserver_inside: {
    status: 422,
    message: 'A nameserver below the domain itself needs glue, which we cannot set yet',
  },
  nameserver_changes: { status: 422, message: 'Nameservers can be changed ten times a day' },
  nameservers_unchanged: { status: 422, message: 'These are its nameservers already' },
  registry_refused: { status: 422, message: 'The registry did not accept this' },
  balance_negative: { status: 422, message: 'Your balance is below zero. Add to it first' },
  loan_amount_invalid: { status: 422, message: 'A loan is between $50 and $1,000,000' },
  term_invalid: { status: 422, message: 'A term is between 1 and 1,825 days' },
  rate_invalid: { status: 422, message: 'A rate is between 0 and 100 %, with two decimals' },
  own_domain: { status: 422, message: 'This domain is yours' },
  too_many_offers: { status: 422, message: 'Too many of your offers wait. Take one back first' },
  too_many_searches: { status: 422, message: 'There are 20 searches already. Remove one first' },
  proof_stale: {
    status: 422,
    message: 'The record of this domain was not found in the last day. Verify it again first',
  },
  amount_invalid: { status: 422, message: 'Invalid amount' },
  top_up_limit: {
    status: 422,
    message: 'In the first 30 days up to $500 a day can be added by card',
  },
  balance_insufficient: { status: 422, message: 'Your balance does not suffice' },
  balance_frozen: {
    status: 422,
    message: 'A payment of yours is disputed. The balance can be used again once that is settled',
  },
  withdrawal_blocked: { status: 422, message: 'Nothing can be withdrawn while money is held' },
  payout_address_needed: {
    status: 422,
    message: 'Part of this cannot go back to a card. Say where to send it',
  },
  statement_too_long: { status: 422, message: 'Choose a shorter time' },
  payout_address_invalid: { status: 422, message: 'That is no address on this network' },
  payee_invalid: { status: 422, message: 'These payment details are not right' },
  runway_short: {
    status: 422,
    message: 'The registration ends before this loan could. Say that you pay all the same',
  },
  mail_required: { status: 422, message: 'This mail cannot be turned off' },
  mfa_code_wrong: { status: 422, message: 'Invalid MFA code' },
  picture_refused: { status: 422, message: 'Use a JPEG, PNG or GIF picture' },
  too_many_requests: { status: 429, message: 'Too many tries. Wait a little and try again' },
  unexpected: { status: 500, message: 'An unexpected error has occurred..' },
  payment_provider_unavailable: {
    status: 502,
    message: 'Payment provider is unavailable, try again',
  },
  unavailable: { status: 503, message: 'Back in a moment. Please try again' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** The one shape of an error reply. `step_up_required` adds what is to be confirmed, and how. */
export type ErrorBody = {
  code: ErrorCode
  message: string
  field?: string
  action?: string
  object?: string
  methods?: ('totp' | 'recovery' | 'password')[]
}
