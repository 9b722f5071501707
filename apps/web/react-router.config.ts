import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  ssr: true,
  // A screen is one file: its loader in a file beside it would only be one more request.
  splitRouteModules: false,
  // Routes are asked for as their links are seen: who reads the landing page has no use for the console's.
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
} satisfies Config
