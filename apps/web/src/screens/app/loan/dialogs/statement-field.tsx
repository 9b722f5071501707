import { Textarea } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { wrapField } from '../../../../ui/form/field-wrap.tsx'

type StatementFieldProps = { name: string; error: string | undefined; label: string; hint?: string }

/** What somebody says for the other side and the operators to read. It becomes part of the file. */
export const StatementField = ({ name, ...words }: StatementFieldProps) => (
  <Textarea
    {...wrapField({ ...words, optional: true })}
    name={name}
    autosize
    minRows={3}
    maxRows={8}
    maxLength={limits.statementLengthMax}
  />
)
