/**
 * Of every answer to a person who is logged in: the place in the stream up to which the answer holds
 * everything. A stream that is opened from there misses nothing.
 */
export const livePositionHeader = 'x-live-position'
