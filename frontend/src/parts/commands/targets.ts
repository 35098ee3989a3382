import type { ParamsOf } from '../../data/acts/kinds.ts'
import type { Link } from '../../data/answers.ts'
import type { Id } from '../../data/id.ts'
import type { Library } from '../../data/library/library.ts'
import type { RoleOn } from '../../data/library/use-shared.ts'
import type { Outbox } from '../../data/outbox/outbox.ts'
import type { useNavigate } from '../../lib/navigation.tsx'
import type { Toast } from '../../ui/toast/use-toast.ts'
import type { useOpenDialog } from '../dialogs.ts'
import type { Opening } from '../notes-panel/use-notes-panel.ts'
import { librariesOf, mayEdit, mayEditAll } from './roles.ts'

/** The list that commands move in, and on the dashboard its selection. */
export type ListControl = {
  readonly move: (by: 1 | -1) => void
  readonly show?: (view: 'grid' | 'list') => void
  readonly selection?: {
    /** The selected links that are displayed. */
    readonly links: () => readonly Link[]
    /** All selected links, displayed or not. */
    readonly ids: () => readonly Id[]
    /** Changes the selected links and unselects them. */
    readonly edit: (updates: ParamsOf<'editLinks'>['updates']) => void
    readonly toggle: (id: Id) => void
    readonly selectAll: () => void
    readonly clear: () => void
  }
}

export type CommandContext = {
  readonly act: Outbox['act']
  readonly undoing: Library['undoing']
  readonly openDialog: ReturnType<typeof useOpenDialog>
  /** Opens the notes panel beside the article. */
  readonly openNotes: (what: Opening) => void
  readonly navigate: ReturnType<typeof useNavigate>
  readonly toast: (toast: Toast) => void
  readonly roleOn: RoleOn
  /** The link that the command is for: that of the card, the menu or the reader. */
  readonly link?: Link | undefined
  readonly list?: ListControl | undefined
}

export const selected = ({ list }: CommandContext): readonly Link[] => list?.selection?.links() ?? []

type OnLink = (context: CommandContext & { link: Link }) => void
export const onLink =
  (run: OnLink) =>
  (context: CommandContext): void => {
    if (context.link) run({ ...context, link: context.link })
  }

/** Acts on all selected links where there are any, displayed or not, else on the one link. */
export const onSelectionOr =
  (onSelected: (context: CommandContext, linkIds: readonly Id[]) => void, onOne: OnLink) =>
  (context: CommandContext): void => {
    const linkIds = context.list?.selection?.ids() ?? []
    if (linkIds.length > 0) onSelected(context, linkIds)
    else onLink(onOne)(context)
  }

const refuse = ({ toast }: CommandContext, title: string) => toast({ tone: 'note', title })

/** Like onSelectionOr, for what only an editor may do with a link of somebody else. */
export const onEditable =
  (onSelected: (context: CommandContext, linkIds: readonly Id[]) => void, onOne: OnLink) =>
  (context: CommandContext): void => {
    const refuseRole = () => refuse(context, 'Only editors of this collection can change this')
    onSelectionOr(
      (context, linkIds) => {
        if (mayEditAll(context.roleOn, linkIds, selected(context))) onSelected(context, linkIds)
        else refuseRole()
      },
      context => {
        if (mayEdit(context.roleOn, context.link)) onOne(context)
        else refuseRole()
      },
    )(context)
  }

/** Does what is about one library. @param run with whose links are selected; undefined: one's own */
export const inOneLibrary =
  (run: (context: CommandContext, linkIds: readonly Id[], library: string | undefined) => void) =>
  (context: CommandContext, linkIds: readonly Id[]): void => {
    const [library, ...others] = librariesOf(linkIds, selected(context))
    if (others.length > 0) refuse(context, 'Select articles of one owner')
    else run(context, linkIds, library)
  }

export const removeFromCollection: OnLink = ({ act, link }) =>
  void act('collect', { linkId: link.id, to: null }, { link })
