import type { Collection } from '@lectern/contracts/api/collections.ts'
import { atom, useAtom } from 'jotai'
import { memo, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Link } from '../../data/answers.ts'
import { type Id, idFrom } from '../../data/id.ts'
import { useCollections } from '../../data/library/use-collections.ts'
import { useShared } from '../../data/library/use-shared.ts'
import { lastReadAtom } from '../../lib/navigation.tsx'
import { useListBox } from '../../parts/list-box.ts'
import { titleOf } from '../../parts/list-handle.ts'
import { usePlace } from '../../parts/use-place.ts'
import { cx } from '../../ui/cx.ts'
import { LinkCard, LinkRow } from './link-card.tsx'
import { columnsOf } from './list-layout.ts'
import { useGestures } from './phone/use-gestures.ts'
import { BARS_PX, type UseRows } from './rows.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'
import type { View } from './use-view.ts'

const Card = memo(LinkCard)
const Row = memo(LinkRow)

/** The links of the list that was on the screen last. */
const leftAtom = atom<readonly Link[]>([])

export type LinkWindowHandle = { scrollTo: (index: number) => void }

export type LinkWindowProps = {
  links: readonly Link[]
  view: View
  /** The number of matching links, loaded or not; null when it is only a lower bound. */
  total: number | null
  /** Identifies the list. A new source starts at the top. */
  source: string
  ref?: Ref<LinkWindowHandle>
}

type Props = LinkWindowProps & {
  /** Decides which rows are drawn and where. It must stay the same while the list is mounted. */
  useRows: UseRows
}

/** The list of links, in rows of one or more. */
export const LinkWindow = ({ links, view, total, source, ref, useRows }: Props) => {
  const list = useRef<HTMLDivElement>(null)
  const box = useListBox(list)
  const width = box?.width ?? 0
  const columns = columnsOf(view, width)
  const layout = `${view} ${columns} ${width}`

  // The focused row and its neighbours stay drawn, so that the focus is not lost and Tab reaches the next card.
  const [lastRead, setLastRead] = useAtom(lastReadAtom)
  const [left, setLeft] = useAtom(leftAtom)
  const [returnsTo] = useState(() => inPlaceOf(lastRead as Id | null, left, links))
  const [keptId, setKeptId] = useState<Id | null>(returnsTo)
  const shown = useRef(links)
  useEffect(() => {
    shown.current = links
  }, [links])
  useEffect(() => () => setLeft(shown.current), [setLeft])
  const kept = useMemo(() => links.findIndex(({ id }) => id === keptId), [links, keptId])
  const keptRow = kept < 0 ? null : Math.floor(kept / columns)
  useFocusAfterRemoval(links, keptId)

  useGestures(list, links)
  const collections = useCollections()
  const shared = useShared()
  const byId = useMemo(
    () =>
      new Map<Id | null, Pick<Collection, 'name' | 'color'>>(
        [...collections, ...shared].map(each => [each.id, each]),
      ),
    [collections, shared],
  )

  const { rows, drawn, height, measure, resized } = useRows({
    list,
    box,
    layout,
    view,
    columns,
    count: box ? Math.ceil(links.length / columns) : 0,
    keptRow,
  })
  usePlace({
    links,
    columns,
    source,
    layout: box ? `${layout} ${box.top} ${resized}` : '',
    rows,
    onPlaced: () => {
      const title = titleOf(returnsTo ?? undefined)
      setLastRead(null)
      if (!title) return
      title.focus({ preventScroll: true })
      const { top, bottom } = title.getBoundingClientRect()
      if (keptRow !== null && (bottom < BARS_PX || top > innerHeight))
        rows.scrollToIndex(keptRow, { align: 'center' })
    },
  })

  useImperativeHandle(ref, () => ({
    scrollTo: index => {
      flushSync(() => setKeptId(links[index]?.id ?? null))
      rows.scrollToIndex(Math.floor(index / columns), { align: 'auto' })
    },
  }))

  return (
    // biome-ignore lint/a11y/useSemanticElements: a ul may contain only li elements, and these items are inside rows
    <div
      ref={list}
      role="list"
      aria-label="Saved links"
      className="relative isolate [overflow-anchor:none] [&_:is(a,button,input)]:scroll-mt-34"
      style={{ height }}
      onFocus={({ target }) => setKeptId(idOf(target) ?? keptId)}
    >
      {drawn.map(({ index, top }) => (
        <div
          key={index}
          ref={measure}
          data-index={index}
          className={cx(
            'scroll-mt-33 scroll-mb-5',
            top !== undefined && 'absolute inset-x-0',
            view === 'grid' ? 'grid gap-5 not-last:mb-5' : 'border-b border-line',
          )}
          style={{
            top,
            ...(view === 'grid' && { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }),
          }}
        >
          {links.slice(index * columns, (index + 1) * columns).map((link, column) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            <div
              key={link.id}
              role="listitem"
              aria-setsize={total ?? -1}
              aria-posinset={index * columns + column + 1}
              className="relative min-w-0"
            >
              {view === 'grid' ? (
                <Card link={link} />
              ) : (
                <Row
                  link={link}
                  color={byId.get(link.collectionId)?.color}
                  collection={byId.get(link.collectionId)?.name}
                />
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** The link itself; where it has left the list meanwhile, the one that took its place. */
const inPlaceOf = (id: Id | null, before: readonly Link[], links: readonly Link[]): Id | null => {
  const there = new Set(links.map(link => link.id))
  if (id === null || there.has(id)) return id
  const from = before.findIndex(link => link.id === id)
  if (from < 0) return null
  const others = [...before.slice(from), ...before.slice(0, from).reverse()]
  return others.find(link => there.has(link.id))?.id ?? null
}

const idOf = (target: Element): Id | null => {
  const id = target.closest('[data-link]')?.getAttribute('data-link')
  return id ? idFrom(id) : null
}
