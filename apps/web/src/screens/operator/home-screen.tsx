import { Navigate } from 'react-router'

/** The console opens on the most urgent queue. */
export default function HomeScreen() {
  return <Navigate to="/operator/queues/disputes" replace />
}
