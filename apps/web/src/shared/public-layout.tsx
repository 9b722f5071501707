import { Outlet } from 'react-router'
import { PublicPage } from './public-page.tsx'

export default function PublicLayout() {
  return (
    <PublicPage>
      <Outlet />
    </PublicPage>
  )
}
