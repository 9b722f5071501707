import { Navigate } from 'react-router'

/** The console always opens on the disputes queue. */
export default function HomeScreen() {
  return <Navigate to="/operator/queues/disputes" replace />
}
