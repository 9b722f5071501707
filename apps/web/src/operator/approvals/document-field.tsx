import { FileDrop } from '../../ui/form/file-drop.tsx'

type DocumentFieldProps = {
  file: File | null
  onFile: (file: File) => void
  optional?: boolean
  error?: string | undefined
}

/** The document that a decision relies on: an order, a letter. */
export const DocumentField = ({ file, onFile, optional, error }: DocumentFieldProps) => (
  <FileDrop
    name="document"
    accept="application/pdf,image/png,image/jpeg"
    title={file ? file.name : optional ? 'Add a document' : 'Add the document'}
    hint={file ? 'Choose another to replace it' : 'PDF, PNG or JPEG, up to 10 MB'}
    error={error}
    onFile={onFile}
  />
)
