/**
 * The one yellow button, for a Mantine Button: `<Button vars={yourMove}>`. It answers the move bar
 * above it and stands nowhere else; on a list of moves only the soonest has it.
 */
export const yourMove = () => ({
  root: {
    '--button-bg': 'var(--buoy)',
    '--button-hover': 'color-mix(in srgb, var(--buoy) 88%, var(--on-buoy))',
    '--button-color': 'var(--on-buoy)',
    '--button-bd': '1px solid transparent',
  },
})
