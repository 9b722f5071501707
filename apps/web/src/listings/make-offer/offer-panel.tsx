import { Textarea } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { countOf } from '@pier/protocol/text'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { AmountField } from '../../money/amount-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { wrapField } from '../../ui/form/field-wrap.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { parseTerms } from '../../terms/typed-terms.ts'
import { Comparison } from './comparison.tsx'
import type { OfferDraft } from './kept-offer.ts'
import { compareTerms, isCountable, type LoanTerms } from './offer-figures.ts'
import styles from './offer-panel.module.css'
import { type Asked, useOffer } from './use-offer.ts'

type OfferPanelProps = { asked: Asked; onSent?: () => void }

/** Make Offer: the ask in one click, or other terms beside it. Visitors log in only to send it. */
export function OfferPanel({ asked, onSent }: OfferPanelProps) {
  const offer = useOffer(asked, onSent)
  const { draft, setDraft, form, isVisitor } = offer
  const change = (part: Partial<OfferDraft>) => setDraft({ ...draft, ...part })
  return (
    <form className={styles.panel} {...form.formProps}>
      <Ways matches={offer.matches} onMatch={offer.matchAsk} onAdjust={offer.adjust} />
      {!offer.matches && <TermFields draft={draft} onChange={change} field={form.field} />}
      <Comparison
        rows={compareTerms({
          ask: asked,
          offer: offer.matches ? asked : readDraft(draft),
          valueCents: asked.valueCents,
        })}
      />
      <Textarea
        {...wrapField({ label: 'Message', optional: true, error: form.field('message').error })}
        name="message"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.offerMessageLengthMax}
        value={draft.message}
        onChange={(event) => change({ message: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <SelectField
          {...form.field('valid_days')}
          label="Offer valid for"
          options={validities}
          value={draft.validDays}
          onChange={(event) => change({ validDays: event.currentTarget.value })}
        />
        <SelectField
          {...form.field('contract')}
          label="Contract"
          options={contracts}
          value={draft.contract}
          onChange={(event) => change({ contract: event.currentTarget.value })}
        />
      </div>
      <FormAlert message={offer.refusal} />
      <BusyButton type={form.submitType} busy={form.busy} size="lg" fullWidth>
        Place Bid
      </BusyButton>
      <p className={styles.small}>
        An offer is not a deposit. If it is accepted, you have {limits.signatureDays} days to sign
        and 5 days to pay once the domain is in custody.
        {isVisitor && <strong> Log in next; your terms are kept.</strong>}
      </p>
    </form>
  )
}

const validities = [1, 3, 7, 14, 30].map((days) => ({
  value: String(days),
  label: countOf(days, 'day'),
}))

const contracts = [
  { value: '', label: 'Default from my settings' },
  { value: '0', label: 'Bank Transfer' },
  { value: '1', label: 'Cryptocurrency' },
]

/** The terms as numbers, once all three are valid. */
function readDraft(draft: OfferDraft): LoanTerms | null {
  const { amountCents, termDays, rateBps } = parseTerms(draft)
  if (amountCents === null || termDays === null || rateBps === null) return null
  const terms = { amountCents, termDays, rateBps }
  return isCountable(terms) ? terms : null
}

type WaysProps = { matches: boolean; onMatch: () => void; onAdjust: () => void }

const Ways = ({ matches, onMatch, onAdjust }: WaysProps) => (
  <fieldset aria-label="Terms" className={styles.ways}>
    <button type="button" aria-pressed={matches} onClick={onMatch}>
      Match the ask
    </button>
    <button type="button" aria-pressed={!matches} onClick={onAdjust}>
      Adjust terms
    </button>
  </fieldset>
)

type TermFieldsProps = {
  draft: OfferDraft
  onChange: (part: Partial<OfferDraft>) => void
  field: (name: 'loan_amount' | 'term' | 'apy') => { name: string; error: string | undefined }
}

function TermFields({ draft, onChange, field }: TermFieldsProps) {
  const bind = (name: 'term' | 'rate') => ({
    value: draft[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ [name]: currentTarget.value }),
  })
  return (
    <div className={styles.terms}>
      <AmountField
        {...field('loan_amount')}
        label="Loan amount"
        value={draft.amount}
        onType={(amount) => onChange({ amount })}
      />
      <TextField
        {...field('term')}
        {...bind('term')}
        label="Term"
        unitAfter="days"
        inputMode="numeric"
      />
      <TextField
        {...field('apy')}
        {...bind('rate')}
        label="Rate"
        hint="0 to 100"
        unitAfter="%"
        inputMode="decimal"
      />
    </div>
  )
}
