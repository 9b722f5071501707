import { Textarea } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { wrapField } from '../../../../ui/form/field-wrap.tsx'

type StatementFieldProps = { name: string; error: string | undefined; label: string; hint?: string }

/** A statement that the other party and the operators read. It becomes part of the loan file. */
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
