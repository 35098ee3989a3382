import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { LinkList } from '../../../data/answers.ts'
import type { LinkFilters } from '../../../data/links/keys.ts'
import { progressOf } from '../../../data/links/place.ts'
import { useUser } from '../../../data/session/use-session.tsx'
import { shelfAtom } from '../../../parts/shelf-setting.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { keepFilled, wasFilled } from './filled.ts'

const part = lazyPart(() => import('./continue-reading.tsx'), { failed: () => null })

type Props = { filters: LinkFilters; list: LinkList | undefined }

/** Articles to continue, above the whole library. A library that is loaded whole shows by itself that none was begun. */
export const Shelf = ({ filters, list }: Props) => {
  const isOn = useAtomValue(shelfAtom)
  const { id: userId } = useUser()
  const [hasSpace] = useState(() => wasFilled(userId))
  const { favorite, archived, collection, q, progress } = filters
  const isWhole = isOn && !favorite && !archived && collection === null && q === '' && !progress
  const isEmpty = list?.nextCursor === null && !list.links.some(link => progressOf(link) === 'begun')
  useEffect(() => {
    if (isWhole && isEmpty) keepFilled(userId, false)
  }, [isWhole, isEmpty, userId])
  if (!isWhole || isEmpty) return null
  const space = hasSpace ? <div className="mb-6 h-38" /> : null
  return list ? <part.Component space={space} fallback={space} /> : space
}
