import { createContext, type ReactNode, use, useCallback, useEffect, useRef } from 'react'
import type { Link } from '../../data/answers.ts'
import { useAct, useLibrary } from '../../data/library/use-library.tsx'
import { useRoleOn } from '../../data/library/use-shared.ts'
import { type KeyHandlers, useKeys } from '../../lib/keyboard/use-keys.ts'
import { useNavigate } from '../../lib/navigation.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useOpenDialog } from '../dialogs.ts'
import { useOpenNotes } from '../notes-panel/use-notes-panel.ts'
import { COMMANDS, type CommandId, commandEntries } from './commands.ts'
import { RolesContext } from './roles.ts'
import type { ListControl } from './targets.ts'

export type Run = (id: CommandId, link?: Link, list?: ListControl) => void

const RunContext = createContext<Run | null>(null)

/** Lets buttons, menus and keys inside run commands. The function stays the same, so that cards need no subscriptions. */
export const CommandsProvider = ({ children }: { children: ReactNode }) => {
  const act = useAct()
  const { undoing } = useLibrary()
  const openDialog = useOpenDialog()
  const navigate = useNavigate()
  const toast = useToast()
  const openNotes = useOpenNotes()
  const roleOn = useRoleOn()
  const context = useRef({ act, undoing, openDialog, openNotes, navigate, toast, roleOn })
  useEffect(() => {
    context.current = { act, undoing, openDialog, openNotes, navigate, toast, roleOn }
  })
  const run = useCallback<Run>((id, link, list) => COMMANDS[id].run({ ...context.current, link, list }), [])
  return (
    <RunContext value={run}>
      <RolesContext value={roleOn}>{children}</RolesContext>
    </RunContext>
  )
}

export const useRun = (): Run => {
  const run = use(RunContext)
  if (!run) throw new Error('useRun is used outside CommandsProvider')
  return run
}

type Place = {
  readonly screen: 'dashboard' | 'reader' | 'other'
  /** The link that keys act on. */
  readonly link: () => Link | undefined
  readonly list: ListControl
  /** Keys of this screen that are no commands. */
  readonly others?: KeyHandlers
}

/** Binds the keys of the commands that this screen offers. */
export const useCommandKeys = ({ screen, link, list, others }: Place): void => {
  const run = useRun()
  const offered = commandEntries().filter(
    ([, { scope }]) => scope === screen || (scope !== 'dashboard' && scope !== 'reader'),
  )
  const handlers: KeyHandlers = Object.fromEntries(
    offered.flatMap(([id, { keys }]) => keys.map(key => [key, () => run(id, link(), list)])),
  )
  useKeys({ ...handlers, ...others })
}
