/** Says over a list that the device put together without the server. */
export default function GatheredNote({ q }: { q: string }) {
  return (
    <p role="status" className="mb-4 text-meta text-ink-2">
      These are the links that this device keeps.
      {q !== '' && ' Words inside articles are searched when you are online.'}
    </p>
  )
}
