import { Navigate } from 'react-router'

/** The console opens where the most urgent waits. */
export default function HomeScreen() {
  return <Navigate to="/operator/queues/disputes" replace />
}
