/** Enough of a hash to compare by eye; the whole of it is in the title. */
export const ShortHash = ({ sha256 }: { sha256: string }) => (
  <code title={sha256}>
    {sha256.slice(0, 8)}…{sha256.slice(-4)}
  </code>
)
