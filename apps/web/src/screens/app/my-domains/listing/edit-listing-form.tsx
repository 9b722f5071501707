import { Button, Checkbox } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { dayMs } from '@pier/protocol/time'
import { useQueryClient } from '@tanstack/react-query'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../../api/client/client.ts'
import { reloadListings } from '../../../../api/listings.ts'
import { fullDay } from '../../../../text/date-text.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { TermFields } from '../../../../terms/term-fields.tsx'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import {
  asSent,
  isSameAsk,
  type OwnListing,
  termChecks,
  termNames,
  typedOf,
} from './asked-terms.ts'
import { AutoAccept } from './auto-accept.tsx'
import { type DomainPanelProps, type Frame, useSendForm } from '../dialog-frame/dialog-frame.ts'
import { Warnings } from './listing-form.tsx'
import { NowAndAfter } from './now-and-after.tsx'
import { RegistryCosts, usePrice } from '../dialog-frame/registry-costs.tsx'
import { isAskedTwice, saidTwice, SecondQuestion } from './second-question.tsx'

export const EditListingForm = (panel: DomainPanelProps) => <Loaded {...panel} />

/** The same dialog with renewal already chosen. */
export const RenewListingForm = (panel: DomainPanelProps) => <Loaded {...panel} renews />

/** Keeps the terms as of opening: a reload must not undo what is being typed. */
function Loaded({ domain, frame, renews = false }: DomainPanelProps & { renews?: boolean }) {
  const [opened] = useState(() => ({ listing: domain.listing, nowMs: Date.now() }))
  if (!opened.listing) return null
  return (
    <Editor domain={domain} frame={frame} renews={renews} {...opened} listing={opened.listing} />
  )
}

type EditorProps = DomainPanelProps & { listing: OwnListing; nowMs: number; renews: boolean }

function Editor(editor: EditorProps) {
  const { domain, frame, listing, nowMs } = editor
  const edit = useEdit(editor)
  const { typed, form } = edit
  const price = usePrice(domain)
  if (edit.isAsked)
    return (
      <SecondQuestion
        domain={domain}
        frame={frame}
        typed={typed}
        price={undefined}
        lead="No changes saved yet."
        button="Save changes"
        save={() => edit.save(saidTwice({ typed, price: undefined }))}
        onDone={edit.onDone}
        onBack={() => edit.setAsked(false)}
      />
    )
  const renewedTo = new Date(nowMs + limits.listingDays * dayMs).toISOString()
  return (
    <form {...form.formProps}>
      <DialogBody>
        <DomainName name={domain.domain} size="card" />
        <TermFields
          typed={typed}
          onType={edit.setTyped}
          amountLabel="Desired loan amount"
          names={termNames}
          field={form.field}
        />
        <NowAndAfter
          now={{ typed: typedOf(listing), endsAt: listing.expires_at }}
          after={{ typed, endsAt: edit.renew ? renewedTo : listing.expires_at }}
          estimatedValue={domain.estimated_value}
        />
        <Warnings typed={typed} domain={domain} />
        <Checkbox
          checked={edit.renew}
          onChange={({ currentTarget }) => edit.setRenew(currentTarget.checked)}
          label={`Renew for ${limits.listingDays} days`}
          description={withoutRenewal(listing, nowMs)}
        />
        <AutoAccept checked={edit.accepts} onChange={edit.setAccepts} />
        <OffersStay offers={domain.offers} />
        <RegistryCosts domain={domain} price={price} />
        <FormAlert message={form.refusal} />
      </DialogBody>
      <EditFooter
        busy={form.busy}
        onCancel={frame.close}
        onRemove={() => frame.turnTo('unlist', domain.id)}
      />
    </form>
  )
}

/** What is typed and chosen, and how it is saved. */
function useEdit({ domain, frame, listing, nowMs, renews }: EditorProps) {
  const [typed, setTyped] = useState(() => typedOf(listing))
  const [accepts, setAccepts] = useState(listing.auto_accept)
  const [renew, setRenew] = useState(renews || Date.parse(listing.expires_at) <= nowMs)
  const [isAsked, setAsked] = useState(false)
  const onDone = useDone(frame)
  const id = domain.listing_id ?? ''
  const isSame = isSameAsk(typed, listing) && accepts === listing.auto_accept
  const save = async ({ confirmed_rate }: ReturnType<typeof saidTwice>) => {
    const body = { ...asSent(typed), auto_accept: accepts, renew }
    if (isSame && renew) await call('POST /listings/:id/renew', { params: { id } })
    if (!isSame)
      await call('PATCH /listings/:id', {
        params: { id },
        body: confirmed_rate === undefined ? body : { ...body, confirmed_rate },
      })
    return { isSame, renew }
  }
  const form = useSendForm(frame, {
    checks: termChecks,
    what: () => `Change the listing of ${domain.domain}`,
    work: () => save({}),
    onDone,
    onRefused: (error) => {
      const isQuestion = isAskedTwice(error)
      setAsked(isQuestion)
      return isQuestion
    },
  })
  const state = { typed, accepts, renew, isAsked, setTyped, setAccepts, setRenew, setAsked }
  return { ...state, form, save, onDone }
}

/** Reloads the listings, closes the dialog and returns the text of the banner. */
function useDone(frame: Frame) {
  const queries = useQueryClient()
  return ({ isSame, renew }: { isSame: boolean; renew: boolean }) => {
    void reloadListings(queries)
    frame.close()
    if (!isSame) return renew ? 'Listing changed and renewed' : 'Listing changed'
    return renew ? `Listing renewed for ${limits.listingDays} days` : null
  }
}

type EditFooterProps = { busy: boolean; onCancel: () => void; onRemove: () => void }

const EditFooter = ({ busy, onCancel, onRemove }: EditFooterProps) => (
  <DialogFooter>
    <div>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>{' '}
      <Button variant="quietDanger" onClick={onRemove}>
        Remove Listing
      </Button>
    </div>
    <BusyButton type="submit" busy={busy}>
      Save changes
    </BusyButton>
  </DialogFooter>
)

const withoutRenewal = ({ expires_at }: OwnListing, nowMs: number) =>
  Date.parse(expires_at) <= nowMs
    ? `The listing ended on ${fullDay(expires_at)}. Renew it to show it to lenders again.`
    : `Otherwise the listing ends on ${fullDay(expires_at)}.`

function OffersStay({ offers }: { offers: number }) {
  if (offers === 0) return null
  return (
    <Notice icon={<IconUsers size={18} aria-hidden="true" />}>
      <strong>
        {offers === 1 ? '1 open offer stays as it is.' : `${offers} open offers stay as they are.`}
      </strong>{' '}
      {offers === 1 ? 'Its lender is' : 'Their lenders are'} notified that the ask changed. Accepted
      offers keep their own terms.
    </Notice>
  )
}
