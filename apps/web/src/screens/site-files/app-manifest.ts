import { brand } from '@pier/protocol/brand'

/**
 * What a phone needs to put the product among its apps. Its file is not called manifest, which is the name
 * of what the router loads of a build.
 */
export const loader = () =>
  new Response(
    JSON.stringify({
      name: brand.name,
      short_name: brand.name,
      description: brand.headline,
      start_url: '/app',
      display: 'standalone',
      background_color: '#F2F5F4',
      theme_color: '#0B4A57',
      icons: [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
      ],
    }),
    {
      headers: {
        'content-type': 'application/manifest+json',
        'cache-control': 'public, max-age=3600',
      },
    },
  )
