import { Button } from '../../ui/button.tsx'

type Props = {
  /** The text of another device, or of somebody else. */
  theirs: string
  /** Several people edit the link. */
  isShared: boolean
  onTake: () => void
  onKeep: () => void
}

/** Tells under a field that it was changed elsewhere while the person was typing, and asks what to keep. */
export const Clash = ({ theirs, isShared, onTake, onKeep }: Props) => (
  <div
    data-clash
    role="status"
    className="mt-2 flex flex-col gap-2 rounded-control border border-danger px-3.5 py-3 text-meta"
  >
    <p>
      {theirs === ''
        ? `This was emptied ${isShared ? 'by somebody else' : 'on another device'} meanwhile.`
        : `Changed ${isShared ? 'by somebody else' : 'on another device'} meanwhile, to:`}
    </p>
    {theirs !== '' && (
      <p dir="auto" className="break-words whitespace-pre-line text-ui text-ink">
        {theirs}
      </p>
    )}
    <div className="flex flex-wrap gap-2">
      <Button onClick={onKeep}>Keep mine</Button>
      <Button onClick={onTake}>{isShared ? 'Take theirs' : 'Use the other'}</Button>
    </div>
  </div>
)
