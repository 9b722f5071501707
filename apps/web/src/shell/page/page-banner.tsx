import { limits } from '@pier/protocol/limits'
import { Banner } from '../../ui/feedback/banner.tsx'
import { usePage } from './page-context.tsx'

/** The red or green banner of the page: one at a time. */
export function PageBanner() {
  const { message, clearMessage } = usePage()
  if (!message) return null
  return (
    <Banner
      key={message.id}
      kind={message.kind}
      message={message.text}
      clearMs={limits.bannerClearMs}
      onClear={clearMessage}
    />
  )
}
