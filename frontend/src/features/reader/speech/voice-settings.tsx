import { SlidersHorizontal } from 'lucide-react'
import { useRef, useState } from 'react'
import { PitchAndVolume, VoiceChoice } from '../../../parts/speech-settings/voice-fields.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { PopoverPanel } from '../../../ui/popover-panel.tsx'

type Props = { voices: readonly SpeechSynthesisVoice[]; language: string | null }

/** A button with the voice, the pitch and the volume. */
export const VoiceSettings = ({ voices, language }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const owner = useRef<HTMLSpanElement>(null)
  return (
    <span ref={owner} className="inline-flex">
      <IconButton
        aria-label="Voice, pitch and volume"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden />
      </IconButton>
      {isOpen && (
        <PopoverPanel
          label="Voice, pitch and volume"
          owner={owner}
          align="end"
          className="flex w-72 flex-col gap-4"
          onClose={() => setOpen(false)}
        >
          <VoiceChoice voices={voices} language={language} />
          <PitchAndVolume />
        </PopoverPanel>
      )}
    </span>
  )
}
