import { Button, Textarea } from '@mantine/core'
import type { CallOutput } from '@pier/protocol/calls/calls'
import { contactTopics } from '@pier/protocol/labels'
import { IconCircleCheckFilled, IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { operatorCall } from '../../../api/operator.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import desk from '../../../operator/page/desk.module.css'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { DeskCard, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { wrapField } from '../../../ui/form/field-wrap.tsx'

type Message = CallOutput<'GET /operator/contact/:id'>
type MessageProps = { message: Message }

/** What somebody wrote through the contact form, and the answer to it. */
export const ContactPage = ({ message }: MessageProps) => (
  <OperatorPage
    kicker={
      <>
        {contactTopics[message.topic]}, <TimeText at={message.created_at} withTime />
      </>
    }
    title={message.name}
    aside={
      message.closed_at ? (
        <Tag tone="neutral" icon={IconCircleCheckFilled} size="md">
          {message.answer ? 'Answered' : 'Closed'}
        </Tag>
      ) : (
        <Tag tone="wait" icon={IconMail} size="md">
          Open
        </Tag>
      )
    }
    panel={<MessageSteps message={message} />}
    panelLabel="Steps"
  >
    <DeskCard title="Message" aside={countLabel(message.others)}>
      <p className={desk.text}>{message.message}</p>
      <p className={desk.quiet}>
        From {message.email}. Nobody has checked who it is.{' '}
        <Link to={`/operator/users?search=${encodeURIComponent(message.email)}`}>
          Look for this address among the users
        </Link>
      </p>
    </DeskCard>
    {message.answer && (
      <DeskCard title="Answer">
        <p className={desk.text}>{message.answer}</p>
      </DeskCard>
    )}
  </OperatorPage>
)

function countLabel(others: number): string {
  if (others === 0) return 'The first from this address'
  return others === 1 ? '1 other from this address' : `${others} others from this address`
}

function MessageSteps({ message }: MessageProps) {
  const [step, setStep] = useState<'answer' | 'close' | null>(null)
  const mayAnswer = useMay('POST /operator/contact/:id/answer')
  const close = () => setStep(null)
  return (
    <section className={desk.steps} aria-label="Steps">
      <h2>Steps</h2>
      {message.closed_at && (
        <p>
          {message.closed_by ?? 'Somebody'} {message.answer ? 'answered' : 'closed'} it on{' '}
          <TimeText at={message.closed_at} withTime />.
        </p>
      )}
      {!message.closed_at && mayAnswer && (
        <>
          <Button h={44} fullWidth onClick={() => setStep('answer')}>
            Answer by mail
          </Button>
          <Button variant="default" onClick={() => setStep('close')}>
            Close without an answer
          </Button>
        </>
      )}
      {!message.closed_at && !mayAnswer && <p>Support answers here.</p>}
      <p className={desk.quiet}>
        Tell nothing about an account or a loan. Anybody can type any address into the form.
      </p>
      <AnswerDialog message={message} opened={step === 'answer'} onClose={close} />
      <CloseDialog message={message} opened={step === 'close'} onClose={close} />
    </section>
  )
}

type DialogProps = MessageProps & { opened: boolean; onClose: () => void }

const AnswerDialog = ({ message, ...dialog }: DialogProps) => (
  <ReasonDialog
    {...dialog}
    title={`Answer ${message.name}`}
    button="Send answer"
    done="The answer is sent"
    startReason="Answer to a message"
    checks={{
      text: (text: string) =>
        text.trim().length < 10 ? 'An answer, in ten letters or more' : null,
    }}
    work={({ text, reason }) =>
      operatorCall('POST /operator/contact/:id/answer', {
        params: { id: message.id },
        body: { text: text.trim(), reason },
      })
    }
  >
    {(field) => (
      <>
        <p>It goes to {message.email} and closes the message.</p>
        <Textarea
          {...wrapField({ label: 'Answer', error: field('text').error })}
          name="text"
          autosize
          minRows={6}
          maxRows={14}
          maxLength={4000}
        />
      </>
    )}
  </ReasonDialog>
)

const CloseDialog = ({ message, ...dialog }: DialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Close without an answer"
    button="Close message"
    done="The message is closed"
    work={({ reason }) =>
      operatorCall('POST /operator/contact/:id/close', {
        params: { id: message.id },
        body: { reason },
      })
    }
  >
    <p>Nothing is mailed. Say why it needs no answer.</p>
  </ReasonDialog>
)
