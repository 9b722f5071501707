/** The gallery is for us: open in development, and where the server was started for looking at it. */
export const isGalleryOpen = () =>
  // oxlint-disable-next-line node/no-process-env -- Read by the page's server, which has no config of its own.
  import.meta.env.DEV || process.env['DESIGN_GALLERY'] === '1'
