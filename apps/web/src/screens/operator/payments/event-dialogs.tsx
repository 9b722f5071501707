import type { CallOutput } from '@pier/protocol/calls/calls'
import { operatorCall } from '../../../api/operator.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { TextField } from '../../../ui/form/text-field.tsx'

export type PaymentEvent = CallOutput<'GET /operator/payment-events'>['events'][number]

export type Asked = { act: 'retry' | 'resolve'; event: PaymentEvent }

const words = {
  retry: {
    title: 'Process the event again',
    button: 'Process again',
    done: 'Event is being processed again',
    note: 'We ask the provider again. Its answer replaces the data shown here.',
  },
  resolve: {
    title: 'Resolve the event',
    button: 'Resolve',
    done: 'Event resolved',
    note: 'Mark as done. Describe the result.',
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
    done="Payment requested from the provider"
    checks={{
      payment: (typed: string) => (/^\d{1,20}$/.test(typed.trim()) ? null : 'Enter digits only'),
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
          Use this for a reported crypto payment that we have no record of. We ask the provider for
          the payment and its sender.
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
