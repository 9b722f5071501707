import { IconCircleCheckFilled, IconClock, IconDoorExit, IconSnowflake } from '@tabler/icons-react'
import { useNow } from '../../../operator/page/duty-context.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import type { DeskUser } from './desk-user.ts'

type UserTagsProps = { user: Pick<DeskUser, 'frozen_at' | 'restricted_until' | 'deletion_at'> }

/** The state of an account. A freeze has no end date: an operator lifts it. */
export function UserTags({ user: { frozen_at, restricted_until, deletion_at } }: UserTagsProps) {
  const now = useNow()
  const isPaused = !frozen_at && restricted_until !== null && restricted_until > now
  if (!frozen_at && !isPaused && !deletion_at) {
    return (
      <Tag tone="good" icon={IconCircleCheckFilled} size="md">
        Open
      </Tag>
    )
  }
  return (
    <>
      {frozen_at && (
        <Tag tone="bad" icon={IconSnowflake} size="md">
          <span>
            Frozen since <TimeText at={frozen_at} />
          </span>
        </Tag>
      )}
      {isPaused && (
        <Tag tone="wait" icon={IconClock} size="md">
          <span>
            Paused until <TimeText at={restricted_until} withTime />
          </span>
        </Tag>
      )}
      {deletion_at && (
        <Tag tone="neutral" icon={IconDoorExit} size="md">
          <span>
            Deletion on <TimeText at={deletion_at} />
          </span>
        </Tag>
      )}
    </>
  )
}
