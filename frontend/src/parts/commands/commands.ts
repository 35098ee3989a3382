import { isUnsent } from '../../data/acts/act.ts'
import type { Link } from '../../data/answers.ts'
import { readerPath } from '../../data/id.ts'
import { isWebAddress } from '../../lib/hosts.ts'
import { backToList } from '../../lib/navigation.tsx'
import {
  type CommandContext,
  inOneLibrary,
  onEditable,
  onLink,
  onSelectionOr,
  removeFromCollection,
  selected,
} from './targets.ts'

type Command = {
  readonly keys: readonly string[]
  /** Where the keys work: on every signed-in screen, wherever there is a list or a link, on the dashboard, or in the reader. */
  readonly scope: 'app' | 'list' | 'link' | 'dashboard' | 'reader'
  readonly run: (context: CommandContext) => void
}

/** A flag of several links is set where one of them lacks it, else cleared. */
export const nextFlag = (links: readonly Link[], flag: 'isFavorite' | 'isArchived'): boolean =>
  links.some(link => !link[flag])

const focusSearch = () => {
  const box = document.querySelector<HTMLInputElement>('input[type=search]')
  box?.focus()
  box?.select()
}

/** Rejects when the browser has no clipboard, for example on plain http away from localhost. */
const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text)

/** All commands. 'g d' means g, then d. A command may have several keys. labels.ts has their texts in the list of shortcuts. */
export const COMMANDS = {
  next: { keys: ['j'], scope: 'list', run: ({ list }) => list?.move(1) },
  previous: { keys: ['k'], scope: 'list', run: ({ list }) => list?.move(-1) },
  open: {
    keys: ['Enter', 'o'],
    scope: 'dashboard',
    run: onLink(({ link, navigate }) => {
      if (!isUnsent(link)) navigate(readerPath(link.id))
    }),
  },
  back: {
    keys: ['u'],
    scope: 'reader',
    run: ({ navigate }) => {
      if (!backToList()) navigate('/')
    },
  },
  grid: { keys: ['1'], scope: 'dashboard', run: ({ list }) => list?.show?.('grid') },
  list: { keys: ['2'], scope: 'dashboard', run: ({ list }) => list?.show?.('list') },
  search: { keys: ['/'], scope: 'dashboard', run: focusSearch },
  dashboard: { keys: ['g d'], scope: 'app', run: ({ navigate }) => navigate('/dashboard') },
  notes: { keys: ['g n'], scope: 'app', run: ({ navigate }) => navigate('/notes') },
  history: { keys: ['g h'], scope: 'app', run: ({ navigate }) => navigate('/history') },
  linkHistory: {
    keys: [],
    scope: 'link',
    run: onLink(({ link, navigate }) => navigate(`/history?link=${link.id}`)),
  },
  exportEpub: {
    keys: [],
    scope: 'link',
    run: onLink(({ openDialog, link }) => openDialog('exportLinks', { linkIds: [link.id], format: 'epub' })),
  },
  share: {
    keys: [],
    scope: 'link',
    run: onLink(({ openDialog, link }) => {
      if (typeof link.id === 'number') openDialog('publicLink', { linkId: link.id })
    }),
  },
  import: { keys: ['g i'], scope: 'app', run: ({ navigate }) => navigate('/import') },
  addLink: {
    keys: ['n', 'g s'],
    scope: 'app',
    run: ({ openDialog }) => openDialog('addLink', {}),
  },
  /** After addLink, whose first key it takes in the reader. */
  addNote: {
    keys: ['n'],
    scope: 'reader',
    run: onLink(({ openNotes, link }) => openNotes({ linkId: link.id, isNew: true })),
  },
  favorite: {
    keys: ['f'],
    scope: 'link',
    run: onSelectionOr(
      context => context.list?.selection?.edit({ isFavorite: nextFlag(selected(context), 'isFavorite') }),
      ({ act, link }) => void act('favorite', { linkId: link.id, isFavorite: !link.isFavorite }, { link }),
    ),
  },
  archive: {
    keys: ['a'],
    scope: 'link',
    run: onSelectionOr(
      context => context.list?.selection?.edit({ isArchived: nextFlag(selected(context), 'isArchived') }),
      ({ act, link }) => void act('archive', { linkId: link.id, isArchived: !link.isArchived }, { link }),
    ),
  },
  archiveAndNext: {
    keys: ['A'],
    scope: 'reader',
    run: onLink(({ act, link, list }) => {
      if (!link.isArchived) void act('archive', { linkId: link.id, isArchived: true }, { link })
      list?.move(1)
    }),
  },
  edit: {
    keys: ['e'],
    scope: 'link',
    run: onEditable(
      ({ openDialog }, linkIds) => openDialog('bulkEdit', { linkIds }),
      ({ openDialog, link }) => openDialog('editLink', { linkId: link.id }),
    ),
  },
  collect: {
    keys: ['c'],
    scope: 'link',
    run: onEditable(
      inOneLibrary(({ openDialog }, linkIds) => openDialog('bulkEdit', { linkIds, wants: 'collection' })),
      ({ openDialog, link }) => openDialog('collect', { linkId: link.id }),
    ),
  },
  tags: {
    keys: ['t'],
    scope: 'link',
    run: onEditable(
      ({ openDialog }, linkIds) => openDialog('bulkEdit', { linkIds, wants: 'tags' }),
      ({ openDialog, link }) => openDialog('tagLink', { linkId: link.id }),
    ),
  },
  /** In the reader v selects words. */
  original: {
    keys: ['v'],
    scope: 'dashboard',
    run: onLink(({ link }) => {
      if (isWebAddress(link.url)) open(link.url, '_blank', 'noopener,noreferrer')
    }),
  },
  copy: {
    keys: ['y'],
    scope: 'link',
    run: onLink(({ link, toast }) => {
      copyText(link.url).then(
        () => toast({ title: 'Link copied' }),
        () => toast({ tone: 'danger', title: 'The link could not be copied', description: link.url }),
      )
    }),
  },
  notesOfLink: {
    keys: [],
    scope: 'link',
    run: onLink(({ openDialog, link }) => openDialog('notes', { linkId: link.id })),
  },
  retry: {
    keys: [],
    scope: 'link',
    run: onLink(({ act, link }) => void act('retryExtraction', { linkId: link.id }, { link })),
  },
  /** Out of the collection of somebody else, into their No Collection. */
  remove: { keys: [], scope: 'link', run: onLink(removeFromCollection) },
  delete: {
    keys: ['#'],
    scope: 'link',
    run: onEditable(
      inOneLibrary(({ openDialog, list }, linkIds, library) => {
        if (library === undefined) openDialog('bulkDelete', { linkIds })
        else list?.selection?.edit({ collectionId: null })
      }),
      context =>
        // Only the owner deletes.
        context.link.library === undefined
          ? context.openDialog('deleteLink', { linkId: context.link.id })
          : removeFromCollection(context),
    ),
  },
  select: {
    keys: ['x'],
    scope: 'dashboard',
    run: onLink(({ list, link }) => list?.selection?.toggle(link.id)),
  },
  selectAll: {
    keys: ['* a'],
    scope: 'dashboard',
    run: ({ list }) => list?.selection?.selectAll(),
  },
  selectNone: {
    keys: ['* n'],
    scope: 'dashboard',
    run: ({ list }) => list?.selection?.clear(),
  },
  undo: {
    keys: ['z'],
    scope: 'app',
    run: ({ undoing, toast, navigate }) => {
      undoing().then(
        ({ undoLast }) => {
          const told = undoLast()
          if (told) toast(told)
          if (told?.opens) navigate(told.opens)
        },
        () => toast({ tone: 'danger', title: 'Undo could not be loaded' }),
      )
    },
  },
  shortcuts: {
    keys: ['?'],
    scope: 'app',
    run: ({ openDialog }) => openDialog('shortcuts', {}),
  },
} as const satisfies Record<string, Command>

export type CommandId = keyof typeof COMMANDS
export const commandEntries = (): [CommandId, Command][] => Object.entries(COMMANDS) as [CommandId, Command][]
