import { Button } from '@mantine/core'
import { IconCheck, IconCircleCheckFilled, IconHandFinger } from '@tabler/icons-react'
import { Link } from 'react-router'
import { call } from '../../../../api/client/client.ts'
import { yourMove } from '../../../../loans/next-action/move-button.ts'
import { useAction } from '../../../../shell/action/use-action.ts'
import { VisuallyHidden } from '../../../../ui/display/visually-hidden.tsx'
import styles from './checklist.module.css'
import { nextStep, type Side, sides, type Step } from './steps.ts'

type ChecklistProps = {
  steps: readonly Step[]
  side: Side
  /** False where something else on the page is the move. */
  isYourMove: boolean
  onSide: (side: Side) => void
  onHide: () => void
}

export function Checklist({ steps, side, isYourMove, onSide, onHide }: ChecklistProps) {
  const done = steps.filter(({ isDone }) => isDone).length
  const next = nextStep(steps)
  return (
    <section aria-labelledby="first-steps" className={styles.panel}>
      <div className={styles.head}>
        <h2 id="first-steps">
          {side === 'lend' ? 'Get ready to lend' : 'Get ready for your first loan'}
        </h2>
        <SideSwitch side={side} onSide={onSide} />
        <ol aria-hidden="true" className={styles.bar}>
          {steps.map(({ key, isDone }) => (
            <li
              key={key}
              data-done={isDone || undefined}
              data-next={key === next?.key || undefined}
            />
          ))}
        </ol>
        <p>
          {done} of {steps.length} done
        </p>
        <p>Any order. Steps 3 and 4 can wait until an offer is accepted.</p>
      </div>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <StepRow
            key={step.key}
            step={step}
            number={index + 1}
            isNext={isYourMove && step.key === next?.key}
          />
        ))}
      </ol>
      <div className={styles.foot}>
        <Button variant="subtle" size="xs" onClick={onHide}>
          Hide this
        </Button>
      </div>
    </section>
  )
}

type SideSwitchProps = { side: Side; onSide: (side: Side) => void }

const SideSwitch = ({ side: chosen, onSide }: SideSwitchProps) => (
  <fieldset aria-label="What you want to do" className={styles.switch}>
    {sides.map(({ side, label }) => (
      <button key={side} type="button" aria-pressed={side === chosen} onClick={() => onSide(side)}>
        {label}
      </button>
    ))}
  </fieldset>
)

type StepRowProps = { step: Step; number: number; isNext: boolean }

function StepRow({ step, number, isNext }: StepRowProps) {
  const { title, text, isDone, time } = step
  return (
    <li className={styles.step} data-done={isDone || undefined} data-next={isNext || undefined}>
      <span aria-hidden="true" className={styles.number}>
        {isDone ? <IconCheck size={18} /> : number}
      </span>
      <div className={styles.text}>
        <h3>
          {title}
          {isNext && (
            <span className={styles.tag}>
              <IconHandFinger size={16} aria-hidden="true" />
              Your move
            </span>
          )}
        </h3>
        <p>{text}</p>
      </div>
      {isDone ? (
        <p className={styles.done}>
          <IconCircleCheckFilled size={18} aria-hidden="true" />
          Done
        </p>
      ) : (
        <>
          <p className={styles.time}>
            <VisuallyHidden>Takes </VisuallyHidden>
            {time}
          </p>
          <StepButton step={step} isNext={isNext} />
        </>
      )}
    </li>
  )
}

function StepButton({ step: { title, action }, isNext }: Omit<StepRowProps, 'number'>) {
  const look = isNext ? { vars: yourMove } : { variant: 'default' as const }
  if (!action) return <ResendButton look={look} />
  return (
    <Button
      component={Link}
      to={action.to}
      state={action.state}
      {...look}
      aria-label={`${action.label}: ${title}`}
      className={styles.button}
    >
      {action.label}
    </Button>
  )
}

function ResendButton({ look }: { look: { vars: typeof yourMove } | { variant: 'default' } }) {
  const { busy, act } = useAction(() => call('POST /users/verify-email/resend'), {
    what: 'Send the verification link again',
    done: 'Check your email',
  })
  return (
    <Button {...look} aria-busy={busy} onClick={() => void act()} className={styles.button}>
      Send again
    </Button>
  )
}
