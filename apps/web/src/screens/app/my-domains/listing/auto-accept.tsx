import { Checkbox } from '@mantine/core'
import { limits } from '@pier/protocol/limits'

type AutoAcceptProps = { checked: boolean; onChange: (checked: boolean) => void }

export const AutoAccept = ({ checked, onChange }: AutoAcceptProps) => (
  <Checkbox
    checked={checked}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    label="Auto-accept offers that meet your ask"
    description={`The first offer with at least this amount and term, at this rate or lower, is accepted automatically. You then have ${limits.signatureDays} days to sign.`}
  />
)
