import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:4000'

export default defineConfig({
  plugins: [reactRouter()],
  // All of our style is small: one file beats ten requests.
  build: { cssCodeSplit: false },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['WEB_PORT'] ?? 3000),
    strictPort: true,
    proxy: { '/api': { target: apiOrigin, xfwd: false } },
  },
  // Without these the first visit to a lazy route answers "504 Outdated Optimize Dep".
  optimizeDeps: {
    entries: ['src/root.tsx', 'src/entry.client.tsx', 'src/screens/**/*.tsx'],
    include: ['react', 'react-dom/client', 'react-router/dom', '@mantine/core', '@mantine/hooks'],
  },
})
