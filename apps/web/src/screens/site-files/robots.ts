import { pageOrigin } from '../../shell/public/head-tags.tsx'

export const loader = () =>
  new Response(
    `User-agent: *\nDisallow: /app\nDisallow: /api\n\nSitemap: ${pageOrigin}/sitemap.xml\n`,
    {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'public, max-age=3600',
      },
    },
  )
