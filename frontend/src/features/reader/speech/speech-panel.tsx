import { LoaderCircle, Pause, Play, SkipBack, SkipForward, Square, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useKeys } from '../../../lib/keyboard/use-keys.ts'
import { RateChoice } from '../../../parts/speech-settings/rate-choice.tsx'
import { useSpeechSettings } from '../../../parts/speech-settings/settings.ts'
import { useVoices } from '../../../parts/speech-settings/use-voices.ts'
import { voiceFor } from '../../../parts/speech-settings/voices.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Tip } from '../../../ui/tooltip/tip.tsx'
import { FromHere } from './from-here.tsx'
import { formatSeconds } from './time.ts'
import { usePlayer } from './use-player.ts'
import { useSpace } from './use-space.ts'
import { VoiceSettings } from './voice-settings.tsx'

type Props = {
  article: RefObject<HTMLElement | null>
  language: string | null
  title: string
  author: string | null
  onClose: () => void
}

/** Reads the article aloud. Closing it ends the speech. */
export default function SpeechPanel(props: Props) {
  const { onClose } = props
  useKeys({ Escape: onClose })
  const isSupported = 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window
  return (
    <section
      aria-label="Listen"
      data-speech
      className="fixed inset-x-0 bottom-(--bottom-lines) z-20 animate-rise border-t border-line bg-surface shadow-high print:hidden"
    >
      {isSupported ? (
        <Speaker {...props} />
      ) : (
        <Sentence onClose={props.onClose}>Text-to-speech is not supported in this browser.</Sentence>
      )}
    </section>
  )
}

const Sentence = ({ children, onClose }: { children: ReactNode; onClose: () => void }) => (
  <div className="mx-auto flex max-w-180 items-center justify-between gap-3 p-3">
    <p role="alert">{children}</p>
    <Button onClick={onClose}>Close</Button>
  </div>
)

const Speaker = ({ article, language, title, author, onClose }: Props) => {
  const { settings, chosenVoice } = useSpeechSettings()
  const voices = useVoices()
  const voice = voiceFor(voices, language, chosenVoice(language))
  const [hasEnded, setEnded] = useState(false)
  const { segments, playing, player, seconds, playFrom, selectionStart } = usePlayer({
    article,
    language,
    title,
    author,
    sound: { ...settings, voice, language },
    onComplete: () => setEnded(true),
  })
  const { status, index, failure } = playing
  const isSpeaking = status === 'playing' || status === 'loading'

  const toggle = () => {
    setEnded(false)
    const selected = isSpeaking ? null : selectionStart()
    if (selected === null) player.current?.toggle()
    else playFrom(selected)
  }
  useSpace(toggle)
  const play = useRef<HTMLButtonElement>(null)
  useEffect(() => play.current?.focus({ preventScroll: true }), [])

  if (segments?.length === 0)
    return <Sentence onClose={onClose}>This article has too little text to be read aloud.</Sentence>
  const place = segments ? `Part ${index + 1} of ${segments.length}` : ''
  const time =
    status === 'ready'
      ? `About ${formatSeconds(seconds.all)}`
      : `${formatSeconds(seconds.left)} left of ${formatSeconds(seconds.all)}`
  return (
    <>
      <div className="mx-auto flex max-w-200 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
        <div className="flex items-center">
          <Control
            label="Previous part"
            icon={<SkipBack aria-hidden />}
            onClick={() => player.current?.step(-1)}
          />
          <IconButton
            ref={play}
            aria-label={isSpeaking ? 'Pause' : 'Play'}
            onClick={toggle}
            className="bg-ink text-paper! hover:bg-ink hover:opacity-90"
          >
            {status === 'loading' ? (
              <LoaderCircle aria-hidden className="animate-spin" />
            ) : isSpeaking ? (
              <Pause aria-hidden />
            ) : (
              <Play aria-hidden />
            )}
          </IconButton>
          <Control
            label="Next part"
            icon={<SkipForward aria-hidden />}
            onClick={() => player.current?.step(1)}
          />
          <Control label="Stop" icon={<Square aria-hidden />} onClick={() => player.current?.stop()} />
        </div>
        <p className="tabular min-w-40 flex-1 text-meta text-ink-2">
          <span role="status">
            {failure ?? (hasEnded && status === 'ready' ? 'The end of the article.' : '')}
          </span>
          {failure === null && !(hasEnded && status === 'ready') && (
            <>
              {status === 'ready' ? '' : `${place} · `}
              {time}
            </>
          )}
        </p>
        <RateChoice />
        <VoiceSettings voices={voices} language={language} />
        <Control label="Close Listen" icon={<X aria-hidden />} onClick={onClose} />
      </div>
      <FromHere article={article} onListen={playFrom} />
    </>
  )
}

const Control = ({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) => (
  <Tip label={label}>
    <IconButton aria-label={label} onClick={onClick}>
      {icon}
    </IconButton>
  </Tip>
)
