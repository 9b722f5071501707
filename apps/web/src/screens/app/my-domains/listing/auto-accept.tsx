import { Checkbox } from '@mantine/core'
import { limits } from '@pier/protocol/limits'

type AutoAcceptProps = { checked: boolean; onChange: (checked: boolean) => void }

export const AutoAccept = ({ checked, onChange }: AutoAcceptProps) => (
  <Checkbox
    checked={checked}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    label="Auto-accept"
    description={`Accept the first new offer with at least this amount and term at no higher rate. You then have ${limits.signatureDays} days to sign.`}
  />
)
