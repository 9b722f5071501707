/**
 * A time that lies this far ahead whenever it is answered with: the journeys together take longer
 * than some of the times they show.
 */
export const later = (seconds: number) => ({
  toJSON: () => new Date(Date.now() + seconds * 1000).toISOString(),
})
