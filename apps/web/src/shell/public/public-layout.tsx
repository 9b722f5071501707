import { Outlet, useLoaderData } from 'react-router'
import { readAnnouncement } from '../../api/announcement.server.ts'
import { PublicPage } from './public-page.tsx'

type LoaderArgs = { request: Request }

export const loader = async ({ request }: LoaderArgs) => ({
  announcement: await readAnnouncement(request),
})

/** Read once when somebody comes: it is no reason to ask the server on each step. */
export const shouldRevalidate = () => false

export default function PublicLayout() {
  const { announcement } = useLoaderData<typeof loader>()
  return (
    <PublicPage announcement={announcement}>
      <Outlet />
    </PublicPage>
  )
}
