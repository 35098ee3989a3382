/** Says over a list that the device put together without the server. */
export const GatheredNote = ({ q }: { q: string }) => (
  <p role="status" className="mb-4 text-meta text-ink-2">
    These are the links that this device keeps.
    {q !== '' && ' Words inside articles are searched when you are online.'}
  </p>
)
