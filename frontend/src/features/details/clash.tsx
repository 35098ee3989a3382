import { Button } from '../../ui/button.tsx'

type Props = {
  /** The text of another device. */
  theirs: string
  onTake: () => void
  onKeep: () => void
}

/** Tells under a field that it was changed elsewhere while the person was typing, and asks what to keep. */
export const Clash = ({ theirs, onTake, onKeep }: Props) => (
  <div
    data-clash
    role="status"
    className="mt-2 flex flex-col gap-2 rounded-control border border-danger px-3.5 py-3 text-meta"
  >
    <p>
      {theirs === ''
        ? 'This was emptied on another device meanwhile.'
        : 'Changed on another device meanwhile, to:'}
    </p>
    {theirs !== '' && (
      <p dir="auto" className="break-words whitespace-pre-line text-ui text-ink">
        {theirs}
      </p>
    )}
    <div className="flex flex-wrap gap-2">
      <Button onClick={onKeep}>Keep mine</Button>
      <Button onClick={onTake}>Use the other</Button>
    </div>
  </div>
)
