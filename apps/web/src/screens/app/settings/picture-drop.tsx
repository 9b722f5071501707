import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { FieldErrorLine } from '../../../ui/field-wrap.tsx'
import { pictureTypes } from './open-picture.ts'
import styles from './profile-panel.module.css'

type PictureDropProps = { error: string | undefined; onFile: (file: File) => void }

/** A file field that also takes what is dropped on it. */
export function PictureDrop({ error, onFile }: PictureDropProps) {
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
          name="pfp"
          accept={pictureTypes.join(',')}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? errorId : undefined}
          onChange={onChange}
        />
        <strong>Drop a picture here or click</strong>
        <span>JPEG, PNG or GIF. You crop it to a 400 by 400 circle.</span>
      </label>
      {error && <FieldErrorLine id={errorId} text={error} />}
    </div>
  )
}
