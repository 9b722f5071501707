import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { type KeyboardEvent, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { usePage } from '../../../../shell/page/page-context.tsx'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { useOnce } from '../../../../ui/form/use-once.ts'
import { type CropArea, cropPicture } from './crop-picture.ts'
import styles from './profile-panel.module.css'

type CropDialogProps = {
  url: string | null
  onClose: () => void
  onCropped: (picture: string) => void
}

export function CropDialog({ url, onClose, onCropped }: CropDialogProps) {
  return (
    <Dialog title="Crop the picture" opened={url !== null} onClose={onClose}>
      {url && <CropForm url={url} onClose={onClose} onCropped={onCropped} />}
    </Dialog>
  )
}

const zoomMax = 4
const zoomStep = 0.1
const withinZoom = (zoom: number) => Math.min(zoomMax, Math.max(1, zoom))

function CropForm({ url, onClose, onCropped }: CropDialogProps & { url: string }) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<CropArea | null>(null)
  const { busy, run } = useOnce(limits.loadingClearMs)
  const { setPageError } = usePage()

  const zoomByKey = ({ key }: KeyboardEvent) => {
    if (key === '+' || key === '=') setZoom((before) => withinZoom(before + zoomStep))
    if (key === '-') setZoom((before) => withinZoom(before - zoomStep))
  }
  const finish = () =>
    run(async () => {
      if (!area) return
      await cropPicture(url, area).then(onCropped, () =>
        setPageError('This picture could not be cropped'),
      )
    })

  return (
    <>
      <DialogBody>
        <p className={styles.text}>
          Drag the picture or use the arrow keys. Zoom with plus and minus.
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Its cropper has focus. */}
        <div className={styles.stage} onKeyDown={zoomByKey}>
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={zoomMax}
            aspect={1}
            cropShape="round"
            showGrid={false}
            keyboardStep={8}
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_percent, pixels) => setArea(pixels)}
            mediaProps={{ alt: '' }}
            cropperProps={{ role: 'group', 'aria-label': 'Cropped area' }}
          />
        </div>
        <label className={styles.zoom}>
          Zoom
          <input
            type="range"
            min={1}
            max={zoomMax}
            step={zoomStep}
            value={zoom}
            aria-valuetext={`${Math.round(zoom * 100)} percent`}
            onChange={(event) => setZoom(Number(event.currentTarget.value))}
          />
        </label>
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton busy={busy} onClick={() => void finish()}>
          Save picture
        </BusyButton>
      </DialogFooter>
    </>
  )
}
