import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Link } from '../../../data/answers.ts'
import type { Id } from '../../../data/id.ts'
import { useRun } from '../../../parts/commands/use-commands.tsx'
import { useHasSelection, useToggleSelected } from '../selection.ts'

/** Lets touch swipe and select the cards of this list. Its code loads only on devices with touch. */
export const useGestures = (list: RefObject<HTMLElement | null>, links: readonly Link[]): void => {
  const run = useRun()
  const select = useToggleSelected()
  const hasSelection = useHasSelection()
  const linkOf = (id: Id) => links.find(link => link.id === id)
  const swiped = useEffectEvent((id: Id, direction: 'left' | 'right') => {
    const link = linkOf(id)
    if (link) run(direction === 'left' ? 'archive' : 'favorite', link)
  })
  const wordOf = useEffectEvent((id: Id, direction: 'left' | 'right') => {
    const link = linkOf(id)
    if (direction === 'left') return link?.isArchived ? 'Unarchive' : 'Archive'
    return link?.isFavorite ? 'No favorite' : 'Favorite'
  })
  const isSelecting = useEffectEvent(() => hasSelection)
  useEffect(() => {
    const element = list.current
    if (!element || !matchMedia('(any-pointer: coarse)').matches) return
    let stop = () => {}
    let isGone = false
    import('./gestures.ts').then(
      ({ attachGestures }) => {
        if (isGone) return
        stop = attachGestures(element, {
          wordOf: (...swipe) => wordOf(...swipe),
          swiped: (...swipe) => swiped(...swipe),
          select,
          hasSelection: () => isSelecting(),
        })
      },
      // Without the code the buttons and the menu do the same.
      () => undefined,
    )
    return () => {
      isGone = true
      stop()
    }
  }, [list, select])
}
