import { newLink } from '@lectern/contracts/api/links.ts'
import type { ExistingLink } from '@lectern/contracts/api/refusal.ts'
import { titleOfPath } from '@lectern/contracts/titles.ts'
import type { Act } from '../../../data/acts/kinds.ts'
import { idIn, readerPath } from '../../../data/id.ts'
import { useLibrary } from '../../../data/library/use-library.tsx'
import { readFilters } from '../../../data/links/filters.ts'
import { matchesFilters } from '../../../data/links/place.ts'
import type { Outcome } from '../../../data/outbox/messages.ts'
import { newKey } from '../../../lib/api.ts'
import { countOf, formatDate } from '../../../lib/format.ts'
import { useNavigate } from '../../../lib/navigation.tsx'
import { type Prefill, useOpenDialog } from '../../../parts/dialogs.ts'
import { type Toast, useToast } from '../../../ui/toast/use-toast.ts'
import { takePage, whenOffered } from './use-offered-page.ts'
import { type Target, useSaveTarget } from './use-save-target.ts'

/** More than these are an import, so that a ledger accounts for each. */
const AT_ONCE_MAX = 50
const PAGE_GONE = 'The page is closed, has moved on, or is larger than 5 MB. Its address is saved.'

/** An address that can be saved, with what came with it. */
export type Page = Prefill & { readonly url: string }

/** Whether the list on the screen has no place for a new link. */
const isHidden = (): boolean => {
  const filters = { ...readFilters(new URLSearchParams(location.search)), sort: 'newest' as const }
  const link = newLink({ id: 0, url: '', title: '', note: null, tags: [], createdAt: '' })
  return location.pathname === '/dashboard' && (filters.q !== '' || !matchesFilters(link, filters))
}

/** Saves pages at once, without the form. One toast tells it, takes tags and takes it back. */
export const useQuickSave = (): ((pages: readonly Page[]) => void) => {
  const { outbox, undoing } = useLibrary()
  const toast = useToast()
  const openDialog = useOpenDialog()
  const navigate = useNavigate()
  const target = useSaveTarget()

  /** @param into null: one's own library */
  const save = (pages: readonly Page[], into = target ?? null) => {
    const together = newKey()
    // The first address is saved last, so that it stands first in the list.
    const saving = pages.toReversed().map(({ url, title, note, via }) =>
      outbox.act(
        'saveLink',
        {
          ...{ url, title: title || titleOfPath(url), titleFrom: 'page', together },
          ...(note && { note }),
          ...(via && { via }),
          ...into,
        },
        { answers: ({ status, details }) => status === 409 && details.existingLink !== undefined },
      ),
    )
    const saves = outbox.pending().flatMap(({ act }) => (isOf(act, together) ? [act] : []))
    const [{ offer, via } = {}] = pages
    /** Offers what can be done about the links that were saved, or are being saved. */
    const tell = (said: Toast, kept: readonly Act[], more: Toast['more'] = []) => {
      const [first] = kept
      const tag = () => {
        const linkIds = kept.map(({ seq }) => outbox.idOf(-seq))
        const [linkId = 0] = linkIds
        if (linkIds.length === 1) openDialog('tagLink', { linkId })
        else openDialog('bulkEdit', { linkIds, wants: 'tags' })
      }
      const undo = async (act: Act) => {
        const told = (await undoing()).undo(act)
        if (told) toast(told)
      }
      toast({
        ...said,
        ...(first && {
          // Many links of somebody else are not changed together.
          more: into && kept.length > 1 ? more : [...more, { label: 'Add tags', onAction: tag }],
          action: { label: 'Undo', onAction: () => void undo(first) },
        }),
      })
    }
    const savedWords = (count: number): Toast => ({
      title: count === 1 ? 'Saved' : `Saved ${countOf(count, 'link')}`,
      ...(into
        ? { description: `In "${into.collection.name}"` }
        : isHidden() && { description: 'In All Articles' }),
    })
    tell(savedWords(pages.length), saves)
    const again = (failed: readonly number[]) =>
      save(failed.flatMap(n => pages.toReversed()[n] ?? []).toReversed(), null)
    const reported = Promise.all(saving).then(outcomes =>
      report(outcomes, saves, { tell, savedWords, into, again }),
    )
    if (offer === undefined) return
    const stop = whenOffered(offer, async () => {
      stop()
      await reported
      const outcome = await saving[0]
      const known = outcome?.status === 'refused' ? outcome.error.details.existingLink : undefined
      if (!outcome || (outcome.status === 'refused' && !known)) return
      const linkId = outcome.status === 'refused' ? (known?.id ?? 0) : outcome.made
      const take = async () => {
        const html = await takePage(offer)
        if (html !== null) void outbox.act('savePage', { linkId, html, via })
        else toast({ tone: 'danger', title: 'The text of the page was not saved', description: PAGE_GONE })
      }
      // The page of somebody else's link is its owner's matter.
      if (into) return
      const more = [{ label: 'Add its text', onAction: () => void take() }]
      if (known) toast({ ...knownWords(known), more })
      else tell(savedWords(1), saves, more)
    })
  }
  const knownWords = ({ id, title, createdAt }: ExistingLink, library?: string): Toast => ({
    title: library === undefined ? 'You saved this before' : 'The collection has this already',
    description: `${title}. Added on ${formatDate(createdAt)}`,
    action: { label: 'Open', onAction: () => navigate(readerPath(idIn(library, id))) },
  })

  type Telling = {
    readonly tell: (said: Toast, kept: readonly Act[]) => void
    readonly savedWords: (count: number) => Toast
    readonly into: Target | null
    /** Saves those of these places into one's own library. */
    readonly again: (failed: readonly number[]) => void
  }
  /** Tells what the server had already, and that the plan is full. Toasts of acts tell other refusals. */
  const report = (
    outcomes: readonly Outcome<'saveLink'>[],
    saves: readonly Act[],
    { tell, savedWords, into, again }: Telling,
  ) => {
    const errors = outcomes.flatMap(outcome => (outcome.status === 'refused' ? [outcome.error] : []))
    const known = errors.flatMap(({ details }) => details.existingLink ?? [])
    const full = errors.find(({ status }) => status === 402)
    if (full && into) {
      const failed = outcomes.flatMap((outcome, n) =>
        outcome.status === 'refused' && outcome.error.status === 402 ? n : [],
      )
      return openDialog('ownersLimit', { reason: full.message, save: () => again(failed) })
    }
    if (full) return openDialog('limit', { limit: full.details.limit ?? 0 })
    if (known.length === 0 || known.length < errors.length) return
    const kept = saves.filter((_, n) => outcomes[n]?.status !== 'refused')
    const [one] = known
    if (kept.length > 0)
      return tell(
        {
          ...savedWords(kept.length),
          description: `${countOf(known.length, 'other')} ${into ? 'were there' : 'you had'} before`,
        },
        kept,
      )
    if (known.length > 1 || !one)
      return toast({
        title: into ? 'The collection has all of these already' : 'You saved all of these before',
      })
    toast(knownWords(one, into?.library))
  }

  return pages => {
    // What is more is imported, into one's own library.
    if (pages.length <= AT_ONCE_MAX) return save(pages)
    const parts = { toast, show: () => navigate('/import') }
    const addresses = pages.map(({ url }) => url)
    void import('./pasted-import.ts').then(
      ({ importAddresses }) => importAddresses(addresses, parts),
      () =>
        toast({
          tone: 'danger',
          title: 'The addresses were not saved',
          description: 'Please check your connection and paste them again.',
        }),
    )
  }
}

const isOf = (act: Act, together: string): boolean =>
  act.name === 'saveLink' && act.params.together === together
