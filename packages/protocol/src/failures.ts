/**
 * What is said where nothing better is known. Apart from the other errors, because every page may
 * have to say this, and the landing page should not load all of them for it.
 */
export const failures = {
  unexpected: { status: 500, message: 'An unexpected error has occurred..' },
  unavailable: { status: 503, message: 'Back in a moment. Please try again' },
} as const
