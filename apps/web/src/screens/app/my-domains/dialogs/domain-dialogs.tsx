import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { knownStatus } from '../../../../api/domains.ts'
import { overOf } from '../../../../shell/address/over.ts'
import { usePage } from '../../../../shell/page/page-context.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { AddForm } from './add-form.tsx'
import type { Frame } from '../dialog-frame/dialog-frame.ts'
import { type Address, dialogTitles, home, hrefOfDialog } from '../domain/domain-address.ts'
import { DomainDialog } from './domain-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'

const wide: ReadonlySet<string> = new Set([
  'verify',
  'import',
  'facts',
  'edit-listing',
  'renew-listing',
])

type DomainDialogsProps = Pick<Address, 'dialog' | 'domainId'>

/** The dialog that the address asks for, if any. */
export function DomainDialogs(asked: DomainDialogsProps) {
  const { shown, round } = useShown(asked)
  const [confirming, setConfirming] = useState(false)
  const frame = useFrame(setConfirming)
  useLeftVerify(asked)
  return (
    <Dialog
      key={round}
      title={shown.dialog ? dialogTitles[shown.dialog] : ''}
      opened={asked.dialog !== null}
      onClose={frame.close}
      closable={!confirming}
      size={wide.has(shown.dialog ?? '') ? 640 : 480}
    >
      <Content {...shown} frame={frame} />
    </Dialog>
  )
}

function Content({ dialog, domainId, frame }: DomainDialogsProps & { frame: Frame }) {
  if (!dialog) return null
  if (dialog === 'add') return <AddForm frame={frame} />
  if (dialog === 'import') return <ImportDialog frame={frame} />
  return <DomainDialog dialog={dialog} domainId={domainId} frame={frame} />
}

/**
 * The dialog that is shown; while it fades out, still the last one. One that replaces another gets
 * a new key, so that focus moves into it.
 */
function useShown(asked: DomainDialogsProps) {
  const [state, setState] = useState({ asked, shown: asked, round: 0 })
  const isSame = state.asked.dialog === asked.dialog && state.asked.domainId === asked.domainId
  if (!isSame) {
    const isTurned = state.asked.dialog !== null && asked.dialog !== null
    setState({
      asked,
      shown: asked.dialog ? asked : state.shown,
      round: isTurned ? state.round + 1 : state.round,
    })
  }
  return state
}

function useFrame(onConfirming: (confirming: boolean) => void): Frame {
  const navigate = useNavigate()
  const { state } = useLocation()
  const over = overOf(state)
  return {
    onConfirming,
    // Opened here, closing is one step back. Opened by a link, there is no page to go back to.
    close: () => void (over ? navigate(-1) : navigate(home, { replace: true })),
    turnTo: (dialog, domainId, carried) =>
      void navigate(hrefOfDialog(dialog, domainId), {
        replace: true,
        state: { ...(over && { over }), ...carried },
      }),
  }
}

/**
 * Shows "Check back in a little bit" when the verify dialog closes, in any way, before the domain
 * is verified.
 */
function useLeftVerify({ dialog, domainId }: DomainDialogsProps) {
  const queries = useQueryClient()
  const { setSuccess } = usePage()
  const before = useRef({ dialog, domainId })
  useEffect(() => {
    const last = before.current
    before.current = { dialog, domainId }
    if (last.dialog !== 'verify' || dialog !== null || !last.domainId) return
    const isWaiting = knownStatus(queries, last.domainId) === 'EXTERNAL_UNVERIFIED'
    if (isWaiting) setSuccess('Check back in a little bit')
  }, [dialog, domainId, queries, setSuccess])
}
