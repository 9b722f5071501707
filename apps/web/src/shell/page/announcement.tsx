import { IconSpeakerphone } from '@tabler/icons-react'
import { Notice } from '../../ui/feedback/notice.tsx'
import styles from './announcement.module.css'

/** The announcement for everybody, above the page. */
export const Announcement = ({ text, inApp }: { text: string | null; inApp?: boolean }) =>
  text && (
    <aside
      aria-label="Announcement"
      className={styles.announcement}
      data-in-app={inApp || undefined}
    >
      <Notice icon={<IconSpeakerphone size={20} aria-hidden="true" />}>{text}</Notice>
    </aside>
  )
