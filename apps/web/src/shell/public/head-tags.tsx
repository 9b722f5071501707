import { brand } from '@pier/protocol/brand'

type HeadTagsProps = {
  title: string
  description: string
  path: string
  indexed: boolean
  /** The picture of a link to this page. */
  image?: { path: string; alt: string }
}

export const pageOrigin = import.meta.env.SSR ? readOrigin() : findWrittenOrigin()

/** What search engines and link previews read. React moves these tags into the head. */
export function HeadTags({ title, description, path, indexed, image = card }: HeadTagsProps) {
  const address = pageOrigin + path
  const picture = pageOrigin + image.path
  return (
    <>
      <meta name="description" content={description} />
      {!indexed && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={picture} />
      <meta name="twitter:image:alt" content={image.alt} />
    </>
  )
}

const card = { path: '/card.png', alt: brand.headline }

/** The same origin as in server.ts: one taken from the Host header could be poisoned. */
function readOrigin(): string {
  // oxlint-disable-next-line node/no-process-env -- Only the server runs this line.
  const configured = process.env['PUBLIC_ORIGIN'] ?? 'http://localhost:3000'
  return new URL(configured).origin
}

/** The browser repeats the origin that the server wrote, whatever address it came by. */
function findWrittenOrigin(): string {
  const address = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
  return address ? new URL(address).origin : window.location.origin
}
