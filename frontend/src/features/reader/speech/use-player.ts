import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { articleText } from '../../../parts/article-text/article-text.ts'
import { blocksOf } from './blocks.ts'
import { followSegment, markSegment } from './mark.ts'
import { openMediaSession } from './media-session.ts'
import { createPlayer, type Player, type Playing, type Sound, secondsOf } from './player.ts'
import { type Segment, segmentsOf } from './segments.ts'

const NOT_YET: Playing = { status: 'ready', index: 0, failure: null }

type Options = {
  article: RefObject<HTMLElement | null>
  language: string | null
  title: string
  author: string | null
  sound: Sound
  onComplete: () => void
}

/** Reads the article aloud while mounted: the player, the mark on what is spoken, and the media keys. */
export const usePlayer = ({ article, language, title, author, sound, onComplete }: Options) => {
  const [segments, setSegments] = useState<readonly Segment[] | null>(null)
  const [playing, setPlaying] = useState(NOT_YET)
  const player = useRef<Player>(null)
  const soundNow = useEffectEvent(() => sound)
  const completed = useEffectEvent(onComplete)

  useEffect(() => {
    if (!article.current) return
    const made = segmentsOf(blocksOf(article.current), language)
    setSegments(made)
    const mine = createPlayer({
      segments: made,
      sound: () => soundNow(),
      onChange: now => {
        setPlaying(now)
        session.show(now.status)
      },
      onComplete: () => completed(),
    })
    const { toggle: _, ...handlers } = mine
    const session = openMediaSession(
      { title, artist: author ?? '' },
      { ...handlers, play: () => mine.play() },
    )
    player.current = mine
    // A page in the browser's cache would go on speaking.
    const onHide = () => mine.pause()
    addEventListener('pagehide', onHide)
    return () => {
      removeEventListener('pagehide', onHide)
      mine.dispose()
      session.close()
      markSegment(null, null)
      player.current = null
    }
  }, [article, language, title, author])

  const { rate, pitch, volume, voice } = sound
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them changes how it sounds
  useEffect(() => player.current?.soundChanged(), [rate, pitch, volume, voice])

  useMark(article, playing.status === 'ready' ? null : (segments?.[playing.index] ?? null))

  return {
    segments,
    playing,
    player,
    seconds: timesOf(segments ?? [], playing.index, rate),
    /** Speaks from the segment at a place of the text. */
    playFrom: (offset: number): void => {
      const index = segments?.findIndex(({ end }) => end > offset) ?? -1
      player.current?.play(index < 0 ? 0 : index)
    },
    /** The place where the person's selection in the article begins; null when nothing is selected. */
    selectionStart: (): number | null => {
      const selection = getSelection()
      const range = selection && !selection.isCollapsed && selection.getRangeAt(0)
      if (!range || !article.current?.contains(range.commonAncestorContainer)) return null
      return articleText(article.current).spanOf(range).start
    },
  }
}

const useMark = (article: RefObject<HTMLElement | null>, segment: Segment | null) => {
  const before = useRef<Range>(null)
  useEffect(() => {
    const range = markSegment(article.current, segment)
    if (range) followSegment(range, before.current)
    before.current = range
  }, [article, segment])
}

/** The estimated time to speak the article, and what is left of it, in seconds. */
const timesOf = (segments: readonly Segment[], index: number, rate: number) => {
  const sum = (from: number) =>
    segments.slice(from).reduce((total, { spoken }) => total + secondsOf(spoken) / rate, 0)
  return { all: sum(0), left: sum(index) }
}
