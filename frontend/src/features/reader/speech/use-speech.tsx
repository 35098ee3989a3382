import type { LinkContent } from '@lectern/contracts/api/links.ts'
import { Headphones } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { buttonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const speech = lazyPart(() => import('./speech-panel.tsx'))

type Options = {
  article: RefObject<HTMLElement | null>
  title: string
  /** Another text ends the speech. A change of its pictures does not. */
  content: LinkContent
}

/** The Listen button and, while it is on, the panel that reads the article aloud; null while it is off. */
export const useSpeech = ({ article, title, content }: Options) => {
  const { contentHash } = content
  const [listenedTo, setListenedTo] = useState<string | null>(null)
  const isOn = contentHash !== null && listenedTo === contentHash
  const close = () => setListenedTo(null)
  const button: ReactNode = (
    <button
      type="button"
      aria-pressed={isOn}
      onPointerEnter={speech.preload}
      onFocus={speech.preload}
      onClick={() => setListenedTo(isOn ? null : contentHash)}
      className={cx(buttonClass('ghost'), 'px-3', isOn && 'bg-sunken')}
    >
      <Headphones aria-hidden />
      <span className="max-sm:sr-only">Listen</span>
    </button>
  )
  const panel: ReactNode = isOn ? (
    <speech.Component
      article={article}
      language={content.language}
      title={title}
      author={content.author}
      onClose={close}
      onFailure={close}
    />
  ) : null
  return { button, panel }
}
