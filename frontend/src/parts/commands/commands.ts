import type { Link } from '@lectern/contracts/api/links.ts'
import { isUnsent } from '../../data/acts/act.ts'
import type { Outbox } from '../../data/outbox/outbox.ts'
import type { useNavigate } from '../../lib/navigation.tsx'
import type { Toast } from '../../ui/toast/use-toast.ts'
import type { useOpenDialog } from '../dialogs.ts'
import type { Opening } from '../notes-panel/use-notes-panel.ts'

/** The list that commands move in, and on the dashboard its selection. */
export type ListControl = {
  readonly move: (by: 1 | -1) => void
  readonly selection?: {
    readonly ids: () => readonly number[]
    readonly toggle: (id: number) => void
    readonly selectAll: () => void
    readonly clear: () => void
  }
}

export type CommandContext = {
  readonly act: Outbox['act']
  readonly openDialog: ReturnType<typeof useOpenDialog>
  /** Opens the notes panel beside the article. */
  readonly openNotes: (what: Opening) => void
  readonly navigate: ReturnType<typeof useNavigate>
  readonly toast: (toast: Toast) => void
  /** The link that the command is for: that of the card, the menu or the reader. */
  readonly link?: Link | undefined
  readonly list?: ListControl | undefined
}

type Command = {
  readonly keys: readonly string[]
  /** Where the keys work: on every signed-in screen, wherever there is a list or a link, on the dashboard, or in the reader. */
  readonly scope: 'app' | 'list' | 'link' | 'dashboard' | 'reader'
  readonly group: 'Go' | 'Change'
  /** The text in the list of shortcuts. Commands without keys are in menus only. */
  readonly label: string
  readonly run: (context: CommandContext) => void
}

type OnLink = (context: CommandContext & { link: Link }) => void
const onLink =
  (run: OnLink) =>
  (context: CommandContext): void => {
    if (context.link) run({ ...context, link: context.link })
  }

const focusSearch = () => {
  const box = document.querySelector<HTMLInputElement>('input[type=search]')
  box?.focus()
  box?.select()
}

/** Rejects when the browser has no clipboard, for example on plain http away from localhost. */
const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text)

/** All commands, in the order of the list of shortcuts. 'g d' means g, then d. A command may have several keys. */
export const COMMANDS = {
  next: { keys: ['j'], scope: 'list', group: 'Go', label: 'Next link', run: ({ list }) => list?.move(1) },
  previous: {
    keys: ['k'],
    scope: 'list',
    group: 'Go',
    label: 'Previous link',
    run: ({ list }) => list?.move(-1),
  },
  open: {
    keys: ['Enter', 'o'],
    scope: 'dashboard',
    group: 'Go',
    label: 'Open the link',
    run: onLink(({ link, navigate }) => {
      if (!isUnsent(link)) navigate(`/reader/${link.id}`)
    }),
  },
  search: { keys: ['/'], scope: 'dashboard', group: 'Go', label: 'Search', run: focusSearch },
  dashboard: {
    keys: ['g d'],
    scope: 'app',
    group: 'Go',
    label: 'Dashboard',
    run: ({ navigate }) => navigate('/dashboard'),
  },
  notes: {
    keys: ['g n'],
    scope: 'app',
    group: 'Go',
    label: 'Notes',
    run: ({ navigate }) => navigate('/notes'),
  },
  import: {
    keys: ['g i'],
    scope: 'app',
    group: 'Go',
    label: 'Import',
    run: ({ navigate }) => navigate('/import'),
  },
  help: {
    keys: [],
    scope: 'app',
    group: 'Go',
    label: 'Help & Support',
    run: ({ navigate }) => navigate('/help'),
  },
  addLink: {
    keys: ['n', 'g s'],
    scope: 'app',
    group: 'Change',
    label: 'Add a link',
    run: ({ openDialog }) => openDialog('addLink', {}),
  },
  /** After addLink, whose first key it takes in the reader. */
  addNote: {
    keys: ['n'],
    scope: 'reader',
    group: 'Change',
    label: 'Add a note, in an article',
    run: onLink(({ openNotes, link }) => openNotes({ linkId: link.id, isNew: true })),
  },
  favorite: {
    keys: ['f'],
    scope: 'link',
    group: 'Change',
    label: 'Favorite, or no longer',
    run: onLink(
      ({ act, link }) => void act('favorite', { linkId: link.id, isFavorite: !link.isFavorite }, { link }),
    ),
  },
  archive: {
    keys: ['a'],
    scope: 'link',
    group: 'Change',
    label: 'Archive, or take out',
    run: onLink(
      ({ act, link }) => void act('archive', { linkId: link.id, isArchived: !link.isArchived }, { link }),
    ),
  },
  collect: {
    keys: ['c'],
    scope: 'link',
    group: 'Change',
    label: 'Add to a collection',
    run: onLink(({ openDialog, link }) => openDialog('collect', { linkId: link.id })),
  },
  copy: {
    keys: [],
    scope: 'link',
    group: 'Change',
    label: 'Copy link',
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
    group: 'Change',
    label: 'Notes of the article',
    run: onLink(({ openDialog, link }) => openDialog('notes', { linkId: link.id })),
  },
  retry: {
    keys: [],
    scope: 'link',
    group: 'Change',
    label: 'Read the article again',
    run: onLink(({ act, link }) => void act('retryExtraction', { linkId: link.id }, { link })),
  },
  delete: {
    keys: ['#'],
    scope: 'link',
    group: 'Change',
    label: 'Delete, also the selection',
    run: ({ list, link, openDialog }) => {
      const linkIds = list?.selection?.ids() ?? []
      if (linkIds.length > 0) openDialog('bulkDelete', { linkIds: [...linkIds] })
      else if (link) openDialog('deleteLink', { linkId: link.id })
    },
  },
  select: {
    keys: ['x'],
    scope: 'dashboard',
    group: 'Change',
    label: 'Select, or unselect',
    run: onLink(({ list, link }) => list?.selection?.toggle(link.id)),
  },
  selectAll: {
    keys: ['* a'],
    scope: 'dashboard',
    group: 'Change',
    label: 'Select all',
    run: ({ list }) => list?.selection?.selectAll(),
  },
  selectNone: {
    keys: ['* n'],
    scope: 'dashboard',
    group: 'Change',
    label: 'Select none',
    run: ({ list }) => list?.selection?.clear(),
  },
  shortcuts: {
    keys: ['?'],
    scope: 'app',
    group: 'Change',
    label: 'This list',
    run: ({ openDialog }) => openDialog('shortcuts', {}),
  },
} as const satisfies Record<string, Command>

export type CommandId = keyof typeof COMMANDS
export const commandEntries = (): [CommandId, Command][] => Object.entries(COMMANDS) as [CommandId, Command][]
