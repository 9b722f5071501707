import { Outlet, useLoaderData } from 'react-router'
import { readAnnouncement } from '../../api/announcement.server.ts'
import { PublicPage } from './public-page.tsx'

type LoaderArgs = { request: Request }

export const loader = async ({ request }: LoaderArgs) => ({
  announcement: await readAnnouncement(request),
})

/** Loaded once per visit: it is not worth a request on each navigation. */
export const shouldRevalidate = () => false

export default function PublicLayout() {
  const { announcement } = useLoaderData<typeof loader>()
  return (
    <PublicPage announcement={announcement}>
      <Outlet />
    </PublicPage>
  )
}
