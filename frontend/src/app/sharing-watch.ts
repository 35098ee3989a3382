import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Link } from '../data/answers.ts'
import { givenUpAtom } from '../data/collections/given-up.ts'
import { sharedQuery } from '../data/collections/shared.ts'
import type { SharedCollection } from '../data/collections/shared-list.ts'
import { type Id, idIn } from '../data/id.ts'
import { useLibrary } from '../data/library/use-library.tsx'
import { sharedAt } from '../data/links/filters.ts'
import { keys } from '../data/links/keys.ts'
import type { Reading } from '../data/reading.ts'
import { useUser } from '../data/session/use-session.tsx'
import { useNavigate } from '../lib/navigation.tsx'
import { useOpenDialog } from '../parts/dialogs.ts'
import { useToast } from '../ui/toast/use-toast.ts'

/** The link that the reader shows, where it is somebody else's. */
const readAt = ({ pathname, search }: Location): Id | undefined => {
  const library = new URLSearchParams(search).get('library')
  const [, number] = /^\/reader\/(\d+)$/.exec(pathname) ?? []
  return library === null || number === undefined ? undefined : idIn(library, Number(number))
}

/**
 * Follows which collections others share with the person. Where one is shared no more, the screen that shows it is left with a word, and
 * what this device keeps of it goes, also of one that ended while the device was away.
 */
export default function SharingWatch() {
  const { client, outbox, savedArticles } = useLibrary()
  const cache = useQueryClient()
  const { id: userId } = useUser()
  const navigate = useNavigate()
  const toast = useToast()
  const openDialog = useOpenDialog()
  const { data } = useQuery(sharedQuery)
  // What the device remembers says nothing about what is shared now.
  const shared = data?.rememberedAt === undefined ? data?.data : undefined
  const [givenUp, setGivenUp] = useAtom(givenUpAtom)
  const before = useRef<readonly SharedCollection[]>([])

  const leave = useEffectEvent((ended: readonly SharedCollection[]) => {
    const link = readAt(location)
    const read = link && cache.getQueryData<Reading<Link>>(keys.one(link))?.data.collectionId
    const isShown = ({ id }: SharedCollection) => id === sharedAt(location.pathname) || id === read
    if (ended.length === 0) return
    if (ended.some(isShown)) navigate('/dashboard', { replace: true })
    const news = ended.filter(({ id }) => !givenUp.has(id))
    if (news.length < ended.length)
      setGivenUp(all => new Set([...all].filter(id => !ended.some(each => each.id === id))))
    const told = news.find(isShown) ?? news[0]
    if (!told) return
    const { name, owner } = told
    toast({ tone: 'note', title: `"${name}" of ${owner} is not shared with you any more` })
  })
  const tellSetAside = useEffectEvent(() =>
    toast({
      tone: 'note',
      title: 'What you wrote there was not sent',
      description: 'It is kept on this device until you decide.',
      action: { label: 'Show', onAction: () => openDialog('offlineStorage', {}) },
    }),
  )
  useEffect(() => {
    if (!shared) return
    const there = new Set(shared.map(({ id }) => id))
    leave(before.current.filter(({ id }) => !there.has(id)))
    before.current = shared
    // After the screen has let go of it.
    const timer = setTimeout(
      () =>
        void import('../data/library/forget-ended.ts')
          .then(({ forgetEnded }) => forgetEnded({ userId, client, outbox, savedArticles }, shared))
          .then(isSetAside => isSetAside && tellSetAside())
          // Without storage nothing is kept.
          .catch(() => undefined),
    )
    return () => clearTimeout(timer)
  }, [shared, client, outbox, savedArticles, userId])
  return null
}
