/** What is refunded to the cards it came from, and what an operator has to send. */
export function splitWithdrawal({
  amountCents,
  cardCents,
}: Record<'amountCents' | 'cardCents', number>) {
  const toCardCents = Math.min(amountCents, cardCents)
  return { toCardCents, toAddressCents: amountCents - toCardCents }
}
