/** The gallery is for developers: open in development, or with DESIGN_GALLERY=1. */
export const isGalleryOpen = () =>
  // oxlint-disable-next-line node/no-process-env -- Read by the page's server, which has no config of its own.
  import.meta.env.DEV || process.env['DESIGN_GALLERY'] === '1'
