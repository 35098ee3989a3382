import { Archive, ArchiveRestore, ArrowDownToLine, Download, Star, StarOff } from 'lucide-react'
import { type ComponentProps, type MouseEvent, useState } from 'react'
import type { LinkList } from '../../../data/answers.ts'
import { type Id, ownerOf } from '../../../data/id.ts'
import { useSavedState } from '../../../data/library/use-saved-articles.ts'
import { useIsOffline } from '../../../data/session/use-is-offline.ts'
import { countOf, formatCount } from '../../../lib/format.ts'
import { nextFlag } from '../../../parts/commands/commands.ts'
import { mayEditAll, useRoles } from '../../../parts/commands/roles.ts'
import { useOpenDialog } from '../../../parts/dialogs.ts'
import { useSaveOffline } from '../../../parts/offline/use-save-offline.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Tip } from '../../../ui/tooltip/tip.tsx'
import { useBeyond, useLibrariesOf, useSelectAll, useSelectionActs } from '../selection.ts'
import { SelectAll, type SelectAllProps } from './select-all.tsx'
import { useSelectMatching } from './use-select-matching.ts'

type Props = Pick<SelectAllProps, 'keepsFocus'> & { ids: Id[]; list: LinkList | undefined }

/** The narrowest phones have room for the verb alone. */
const OnSelected = ({ verb }: { verb: string }) => (
  <span>
    {verb}
    <span className="max-[22rem]:sr-only"> Selected</span>
  </span>
)

/** Actions for the selected links. It replaces the header row; on phones it is at the bottom of the screen. */
export default function BulkBar({ ids, list, keepsFocus }: Props) {
  const shown = list?.links.length ?? 0
  const openDialog = useOpenDialog()
  const { clear } = useSelectAll()
  const beyond = useBeyond()
  const isOffline = useIsOffline()
  const libraries = useLibrariesOf(ids)
  const areOwn = libraries.size === 1 && libraries.has(undefined)
  const areEditable = mayEditAll(useRoles(), ids, list?.links ?? [])
  const { editLinks } = useSelectionActs()
  const remove = () => {
    keepsFocus.current = true
    void editLinks(ids, { updates: { collectionId: null }, byKey: true })
  }
  return (
    <section
      aria-label="Selection"
      data-bulk-bar
      className="z-10 flex flex-wrap items-center gap-x-4 gap-y-2 bg-paper max-xl:gap-x-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-(--bottom-lines) max-sm:border-t max-sm:border-line max-sm:px-4 max-sm:py-2.5 max-sm:shadow-high sm:py-3 sm:[grid-area:1/1]"
    >
      <SelectAll selected={ids.length} shown={shown} keepsFocus={keepsFocus} />
      <p role="status" className="tabular min-w-0 font-medium max-sm:flex-1">
        {countOf(ids.length, 'link')} selected
        {beyond?.isCut && (
          <span className="block text-meta font-normal text-ink-2">
            These are the newest. One change takes no more.
          </span>
        )}
      </p>
      {!beyond && !isOffline && list?.nextCursor && ids.length === shown && <AllThatMatch list={list} />}
      <Flags ids={ids} list={list} keepsFocus={keepsFocus} />
      <Button
        look="ghost"
        className="max-sm:-mr-4 sm:order-last sm:-ml-1"
        onClick={() => {
          keepsFocus.current = true
          clear()
        }}
      >
        Clear
      </Button>
      {areEditable && (
        <div className="flex gap-2 max-sm:order-last max-sm:basis-full xl:-ml-2">
          <Button className="max-sm:flex-1" onClick={() => openDialog('bulkEdit', { linkIds: ids })}>
            <OnSelected verb="Edit" />
          </Button>
          {areOwn && (
            <Button
              look="danger"
              className="max-sm:flex-1"
              onClick={() => openDialog('bulkDelete', { linkIds: ids })}
            >
              <OnSelected verb="Delete" />
            </Button>
          )}
          {!libraries.has(undefined) && (
            <Button look="danger" className="max-sm:flex-1" onClick={remove}>
              Remove from collection
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** Moves the selected links to the archive and to the favorites, or out of them, and saves their articles, without a form; exports them. */
const Flags = ({ ids, list, keepsFocus }: Props) => {
  const openDialog = useOpenDialog()
  const { editLinks } = useSelectionActs()
  const selected = new Set(ids)
  const links = list?.links.filter(({ id }) => selected.has(id)) ?? []
  const isFavorite = nextFlag(links, 'isFavorite')
  const isArchived = nextFlag(links, 'isArchived')
  const edit = (updates: { isFavorite: boolean } | { isArchived: boolean }) => {
    keepsFocus.current = true
    void editLinks(ids, { updates, byKey: true })
  }
  // A disabled button would lose the focus.
  const isSaving = useSavedState(({ saving }) => saving.size > 0)
  const isSaveOff = useIsOffline() || isSaving
  const { save } = useSaveOffline()
  const favoriteLabel = isFavorite ? 'Add to favorites' : 'Remove from favorites'
  const archiveLabel = isArchived ? 'Archive' : 'Unarchive'
  return (
    <div className="flex max-sm:order-1 max-sm:grid max-sm:basis-full max-sm:grid-cols-4 sm:-mr-2 sm:ml-auto">
      <Named label={favoriteLabel} name="Favorites" onClick={() => edit({ isFavorite })}>
        {isFavorite ? <Star aria-hidden /> : <StarOff aria-hidden />}
      </Named>
      <Named label={archiveLabel} name={archiveLabel} onClick={() => edit({ isArchived })}>
        {isArchived ? <Archive aria-hidden /> : <ArchiveRestore aria-hidden />}
      </Named>
      <Named
        label="Save for offline"
        name="Offline"
        aria-disabled={isSaveOff}
        onClick={() => isSaveOff || void save(ids)}
      >
        <ArrowDownToLine aria-hidden />
      </Named>
      {!ids.some(id => ownerOf(id) !== undefined) && (
        <Named label="Export" name="Export" onClick={() => openDialog('exportLinks', { linkIds: ids })}>
          <Download aria-hidden />
        </Named>
      )}
    </div>
  )
}

type NamedProps = ComponentProps<'button'> & { label: string; name: string }

/** A button with an icon, which has its name below it on a phone, where nothing shows a tooltip. */
const Named = ({ label, name, children, ...button }: NamedProps) => (
  <Tip label={label}>
    <IconButton
      aria-label={label}
      className="aria-disabled:opacity-55 max-sm:flex! max-sm:h-11! max-sm:w-auto! max-sm:flex-col max-sm:items-center max-sm:justify-center max-sm:gap-0.5"
      {...button}
    >
      {children}
      <span className="text-meta leading-none sm:hidden">{name}</span>
    </IconButton>
  </Tip>
)

/** Offers to select the links that are not displayed, too. */
const AllThatMatch = ({ list: { total, totalIsLowerBound } }: { list: LinkList }) => {
  const selectMatching = useSelectMatching()
  const [isLoading, setLoading] = useState(false)
  // The button is not disabled while loading, because a disabled button loses the focus.
  const load = async ({ currentTarget }: MouseEvent) => {
    if (isLoading) return
    const box = currentTarget.closest('section')?.querySelector('input')
    setLoading(true)
    await selectMatching()
    // The button leaves, and does not take the focus with it.
    if (!currentTarget.isConnected || document.activeElement === currentTarget) box?.focus()
    setLoading(false)
  }
  return (
    <button
      type="button"
      onClick={load}
      aria-disabled={isLoading}
      className="underlined tabular min-h-9 rounded-[6px] font-medium whitespace-nowrap max-sm:order-1 aria-disabled:opacity-55 pointer-coarse:min-h-11"
    >
      <span className="sm:max-xl:sr-only">Select </span>all {formatCount(total)}
      {totalIsLowerBound && '+'}
      <span className="sm:max-xl:sr-only"> that match</span>
    </button>
  )
}
