import type { CallOutput } from '@pier/protocol/calls/calls'
import { operatorCall } from '../../../api/operator.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { TextField } from '../../../ui/form/field.tsx'

export type PaymentEvent = CallOutput<'GET /operator/payment-events'>['events'][number]

export type Asked = { act: 'retry' | 'resolve'; event: PaymentEvent }

const words = {
  retry: {
    title: 'Handle the event again',
    button: 'Handle again',
    done: 'It is being handled again',
    note: 'The provider is asked anew: what it says then counts, not what stands here.',
  },
  resolve: {
    title: 'Resolve the event',
    button: 'Resolve',
    done: 'The event is resolved',
    note: 'Nothing is left to do about it. Say what came of it.',
  },
} as const

export function EventDialog({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const shown = useLast(asked)
  const act = shown?.act ?? 'resolve'
  const { note, ...texts } = words[act]
  return (
    <ReasonDialog
      {...texts}
      opened={asked !== null}
      onClose={onClose}
      work={({ reason }) =>
        operatorCall(`POST /operator/payment-events/:id/${act}`, {
          params: { id: shown?.event.id ?? '' },
          body: { reason },
        })
      }
    >
      {shown?.event.problem && <p>{shown.event.problem}</p>}
      <p>{note}</p>
    </ReasonDialog>
  )
}

type LookUpDialogProps = { opened: boolean; onClose: () => void }

/** For a payment that we were not notified of. */
export const LookUpDialog = ({ opened, onClose }: LookUpDialogProps) => (
  <ReasonDialog
    title="Look up a payment"
    opened={opened}
    onClose={onClose}
    button="Look up"
    done="The provider is asked"
    checks={{
      payment: (typed: string) => (/^\d{1,20}$/.test(typed.trim()) ? null : 'Digits only'),
    }}
    work={({ payment, reason }) =>
      operatorCall('POST /operator/payment-events/look-up', {
        body: { payment_id: payment.trim(), reason },
      })
    }
  >
    {(field) => (
      <>
        <p>
          Somebody says that they paid in crypto, and we know of nothing. The provider is asked what
          the payment is and whose.
        </p>
        <TextField
          {...field('payment')}
          label="Payment id of the provider"
          inputMode="numeric"
          mono
          maxLength={20}
        />
      </>
    )}
  </ReasonDialog>
)
