import { FileDrop } from '../../../../ui/form/file-drop.tsx'
import { pictureTypes } from './open-picture.ts'

type PictureDropProps = { error: string | undefined; onFile: (file: File) => void }

export const PictureDrop = (drop: PictureDropProps) => (
  <FileDrop
    {...drop}
    name="pfp"
    accept={pictureTypes.join(',')}
    title="Drop a picture here or click"
    hint="JPEG, PNG or GIF. You crop it to a 400 by 400 circle."
  />
)
