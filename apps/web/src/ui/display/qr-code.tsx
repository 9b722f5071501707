import { renderSVG } from 'uqr'
import styles from './qr-code.module.css'

/** Drawn here, so that the secret in it never leaves the browser. Dark on white in both schemes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`
  return <img src={picture} alt={label} width={176} height={176} className={styles.code} />
}
