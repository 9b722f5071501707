import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { IconInfoCircle } from '@tabler/icons-react'
import { type Domain, useDomainChoices } from '../../../../api/domains.ts'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'
import type { Frame } from '../dialog-frame/dialog-frame.ts'
import type { DomainDialogName } from '../domain/domain-address.ts'
import { choiceOf, openFor } from './open-dialogs.ts'

type ChooseDomainProps = { dialog: DomainDialogName; frame: Frame }

/** For an address without a domain, or with an unknown one. */
export function ChooseDomain({ dialog, frame }: ChooseDomainProps) {
  const { among, none } = choiceOf(dialog)
  const { data, error, dataUpdatedAt, refetch } = useDomainChoices(among)
  const domains = data && openFor(dialog, data.domains, new Date(dataUpdatedAt))
  const form = useForm({
    checks: { domain: () => null },
    clearMs: limits.loadingClearMs,
    submit: async ({ domain }) => frame.turnTo(dialog, domain),
  })
  return (
    <form {...form.formProps}>
      <DialogBody>
        {error && !data && (
          <LoadFailed what="Your domains" error={error} onRetry={() => void refetch()} />
        )}
        {!error && !domains && (
          <div aria-busy="true">
            <SkeletonBar width="100%" height={44} />
          </div>
        )}
        {domains?.length === 0 && (
          <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>{none}</Notice>
        )}
        {domains && domains.length > 0 && (
          <SelectField
            {...form.field('domain')}
            label="Domain"
            hint={(data?.pages ?? 0) > 1 ? 'Your 100 newest domains. Find others in the list.' : ''}
            options={domains.map(asOption)}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Cancel
        </Button>
        {domains && domains.length > 0 && <Button type="submit">Continue</Button>}
      </DialogFooter>
    </form>
  )
}

const asOption = ({ id, domain, unicode }: Domain) => ({
  value: id,
  label: unicode === domain ? domain : `${unicode} (${domain})`,
})
