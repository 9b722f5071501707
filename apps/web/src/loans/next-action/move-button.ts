/**
 * The one yellow button, for a Mantine Button: `<Button vars={yourMove}>`. Use it only for the
 * action that the move bar above it names; in a list of next actions only the soonest has it.
 */
export const yourMove = () => ({
  root: {
    '--button-bg': 'var(--buoy)',
    '--button-hover': 'color-mix(in srgb, var(--buoy) 88%, var(--on-buoy))',
    '--button-color': 'var(--on-buoy)',
    '--button-bd': '1px solid transparent',
  },
})
