import type { ProsePicture } from './prose-tree.ts'
import styles from './prose.module.css'

/** Both schemes are in the page, and CSS shows one: a hidden lazy picture is not loaded. */
export function PictureFigure({ picture }: { picture: ProsePicture }) {
  const { name, alt, caption, width, height } = picture
  return (
    <figure className={styles.figure}>
      {(['light', 'dark'] as const).map((scheme) => (
        <img
          key={scheme}
          data-scheme={scheme}
          src={`/help/pictures/${name}-${scheme}.webp`}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
        />
      ))}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}
