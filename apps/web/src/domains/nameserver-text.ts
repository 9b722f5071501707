export const changedText = ({ state }: { state: string }) =>
  state === 'done'
    ? 'Nameservers changed successfully'
    : 'Sent to the registry. It takes effect within the hour'
