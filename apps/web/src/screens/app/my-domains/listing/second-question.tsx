import { Button } from '@mantine/core'
import { isUnusualRate } from '@pier/protocol/domains/listing-warnings'
import { centsOf, formatMoney, formatRate } from '@pier/protocol/money'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../../../api/client/api-error.ts'
import type { Quote } from '../../../../api/domains.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { parseTerms, reckonTerms, type TypedTerms } from '../../../../terms/typed-terms.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { type DomainPanelProps, useSend } from '../dialog-frame/dialog-frame.ts'
import styles from '../dialog-frame/dialog-parts.module.css'

/** The server wants a second confirmation before it is public. */
export const isAskedTwice = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.body.code === 'rate_unconfirmed' || error.body.code === 'premium_unconfirmed')

type Doubts = { typed: TypedTerms; price: Quote | undefined }

/** What is confirmed a second time: the figures shown in the question. */
export function saidTwice({ typed, price }: Doubts) {
  const { rateBps } = parseTerms(typed)
  const fee = premiumOf(price)
  return {
    ...(isUnusualRate(rateBps) && rateBps !== null && { confirmed_rate: rateBps / 100 }),
    ...(fee !== null && { confirmed_fee: fee }),
  }
}

type SecondQuestionProps<T> = DomainPanelProps &
  Doubts & {
    /** What has not happened yet, and the label of the form's button. */
    lead: string
    button: string
    save: () => Promise<T>
    onDone: (answer: T) => string | null
    onBack: () => void
  }

/** The second confirmation, before lenders see it. */
export function SecondQuestion<T>(question: SecondQuestionProps<T>) {
  const { domain, frame, typed, price, lead, button, save, onDone, onBack } = question
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), []) // The clicked button is gone.
  const { busy, refusal, send } = useSend(frame)
  const confirm = () => send({ what: `List ${domain.domain}`, work: save, onDone })
  return (
    <>
      <DialogBody>
        <DomainName name={domain.domain} size="card" />
        <p className={styles.lead}>{lead} Do you want to list at these terms?</p>
        <ul className={styles.doubts}>
          {doubtsOf({ typed, price }).map((doubt) => (
            <li key={doubt}>
              <IconAlertTriangle size={18} aria-hidden="true" />
              {doubt}
            </li>
          ))}
        </ul>
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button ref={back} variant="default" onClick={onBack}>
          Edit terms
        </Button>
        <BusyButton busy={busy} onClick={() => void confirm()}>
          {button}
        </BusyButton>
      </DialogFooter>
    </>
  )
}

function doubtsOf({ typed, price }: Doubts): string[] {
  const { rateBps } = parseTerms(typed)
  const { repayCents, interestCents } = reckonTerms(typed, null)
  const fee = premiumOf(price)
  const comesTo =
    repayCents === null || interestCents === null
      ? ''
      : ` You would repay ${formatMoney(repayCents)}, including ${formatMoney(interestCents)} interest.`
  return [
    isUnusualRate(rateBps) &&
      rateBps !== null &&
      `${formatRate(rateBps)} is more than 36% a year. Lenders see this as a warning sign, and your listing shows it.${comesTo}`,
    fee !== null &&
      `This is a premium domain. The registry charges ${formatMoney(centsOf(fee))} a year, and you pay it for each year in custody.`,
  ].filter((doubt) => doubt !== false)
}

/** What a year costs, where the registry calls it a premium name. */
const premiumOf = (price: Quote | undefined): number | null =>
  price?.is_premium ? (price.renewal ?? price.amount) : null
