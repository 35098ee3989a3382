import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { LinkList } from '../../data/answers.ts'
import type { LinkFilters } from '../../data/links/keys.ts'
import { addressesIn } from '../../lib/address.ts'
import { TOUCH, useMedia } from '../../lib/media.ts'
import { useOpenDialog } from '../../parts/dialogs.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Message } from '../../ui/message.tsx'
import { preloadAddLink } from './add-link/preload.ts'
import { useQuickSave } from './add-link/use-quick-save.ts'
import { NotSearched } from './search/not-searched.tsx'
import { useView } from './use-view.ts'

const bookmarklet = lazyPart(() => import('../../parts/bookmarklet.tsx'), { failed: () => null })

/** An empty library: a sentence, a field for a first link, a link to Import and a bookmarklet. */
const EmptyLibrary = () => {
  const openDialog = useOpenDialog()
  const save = useQuickSave()
  const [url, setUrl] = useState('')
  const isTouch = useMedia(TOUCH)
  const input = useRef<HTMLInputElement>(null)
  // The field is all that an empty library is for. It takes no focus from a dialog or another field.
  useEffect(() => {
    const isFree = [null, document.body, document.getElementById('main')].includes(
      document.activeElement as HTMLElement | null,
    )
    if (isFree && !document.querySelector('[role=dialog]')) input.current?.focus()
  }, [])
  return (
    <Message title="Save the first thing you want to read." level={2}>
      <form
        noValidate
        className="flex w-full flex-wrap gap-2"
        onSubmit={event => {
          event.preventDefault()
          const addresses = addressesIn(url)
          if (addresses.length > 0) save(addresses.map(address => ({ url: address })))
          // The form says what is wrong with it.
          else openDialog('addLink', { prefill: { url: url.trim() } })
        }}
      >
        <input
          type="url"
          inputMode="url"
          aria-label="Link to save"
          placeholder="Paste a link"
          value={url}
          ref={input}
          onFocus={preloadAddLink}
          onChange={event => setUrl(event.target.value)}
          // A field of one line would also join the addresses of several.
          onPaste={event => {
            const addresses = addressesIn(event.clipboardData.getData('text/plain'))
            if (url !== '' || addresses.length === 0) return
            event.preventDefault()
            save(addresses.map(address => ({ url: address })))
          }}
          className="h-11 min-w-0 flex-1 basis-52 rounded-control border border-edge bg-surface px-3 placeholder:text-ink-3 pointer-coarse:text-[1rem]"
        />
        <Button look="ink" type="submit" className="h-11 max-sm:w-full">
          Save it
        </Button>
      </form>
      <p className="text-ink-2">
        Or{' '}
        <Link href="/import" className="underlined rounded-[4px] text-ink">
          import a library
        </Link>{' '}
        you already have.
      </p>
      {!isTouch && <bookmarklet.Component />}
    </Message>
  )
}

const wordsFor = ({ q, favorite, archived, collection, progress }: LinkFilters) => {
  if (q)
    return [
      `Nothing matches “${q}”`,
      'Try fewer words or part of one, a #tag, or site:example.org; * shows everything.',
    ] as const
  if ([favorite, archived, collection !== null, progress !== null].filter(Boolean).length > 1)
    return ['Nothing here', 'No article meets all of these filters.'] as const
  if (progress === 'unread') return ['Nothing unread here', 'You have opened all of these articles.'] as const
  if (progress === 'begun')
    return ['Nothing begun here', 'Articles that you leave half-read stand here.'] as const
  if (progress === 'finished')
    return ['Nothing finished here', 'Articles that you read to the end stand here.'] as const
  if (favorite) return ['No favorites here yet', 'Star an article, and it stands here.'] as const
  if (archived) return ['The archive is empty', 'What you have read and want to keep can go here.'] as const
  if (collection === 'none')
    return ['Everything is in a collection', 'What is in none of them stands here.'] as const
  if (typeof collection === 'string')
    return ['This collection is empty', 'Nobody has saved anything here that you have not archived.'] as const
  return [
    'This collection is empty',
    'Drag an article here, or choose Add to Collection in its menu.',
  ] as const
}

/** The filters match nothing. */
const NothingHere = ({ filters, list }: Props) => {
  const { clearFilters } = useView()
  const [title, hint] = wordsFor(filters)
  return (
    <Message title={title} level={2}>
      <p className="text-ink-2">{hint}</p>
      {filters.q !== '' && <NotSearched list={list} className="justify-center" />}
      <Button onClick={clearFilters}>Show all articles</Button>
    </Message>
  )
}

type Props = { filters: LinkFilters; list: LinkList }

/** Shown in place of a list without links. */
export default function Empty({ filters, list }: Props) {
  const { q, favorite, archived, collection, progress } = filters
  const isFiltered = q !== '' || favorite || archived || collection !== null || progress !== null
  return isFiltered ? <NothingHere filters={filters} list={list} /> : <EmptyLibrary />
}
