import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { FieldErrorLine } from './field-wrap.tsx'
import styles from './file-drop.module.css'

type FileDropProps = {
  name: string
  accept: string
  title: string
  hint: string
  error?: string | undefined
  onFile: (file: File) => void
}

/** A file field that also accepts dropped files. */
export function FileDrop({ name, accept, title, hint, error, onFile }: FileDropProps) {
  const errorId = useId()
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file) onFile(file)
  }
  const onDrag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isOver)
  }
  const onDrop = (event: DragEvent) => {
    onDrag(false)(event)
    take(event.dataTransfer.files)
  }
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    take(currentTarget.files)
    currentTarget.value = '' // So that the same file can be chosen again.
  }
  return (
    <div className={styles.pick}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The field in it does the same by keyboard. */}
      <label
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={onDrag(true)}
        onDragLeave={onDrag(false)}
        onDrop={onDrop}
      >
        <input
          type="file"
          name={name}
          accept={accept}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? errorId : undefined}
          onChange={onChange}
        />
        <strong>{title}</strong>
        <span>{hint}</span>
      </label>
      {error && <FieldErrorLine id={errorId} text={error} />}
    </div>
  )
}
