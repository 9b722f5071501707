import { TextField } from '../../ui/form/text-field.tsx'

type CodeFieldProps = { name: string; error?: string | undefined; hint?: string }

/** What the app on the operator's phone shows. */
export const CodeField = ({
  hint = 'Six digits from your app. Each code is good once.',
  ...field
}: CodeFieldProps) => (
  <TextField
    {...field}
    label="Code"
    code
    hint={hint}
    maxLength={6}
    inputMode="numeric"
    autoComplete="one-time-code"
  />
)
