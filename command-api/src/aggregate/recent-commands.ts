/** A command that a client may send again, and the events that answer it. */
export type RecentCommand = {
  readonly hash: string
  /** Revisions of its first and last event. */
  readonly first: number
  readonly last: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** By command id, oldest first. */
export type RecentCommands = Map<string, RecentCommand>

const KEPT_MS = 8 * 24 * 60 * 60 * 1_000
const KEPT_MAX = 5_000
/** Old commands are dropped in batches of 500: deleting the first key of a Map again and again is slow. */
const DROPPED_TOGETHER = 500

/**
 * Notes that a command led to the event at this revision. The events of one command follow each other. A command is
 * remembered for 8 days, unless 5,000 later ones push it out.
 */
export const rememberCommand = (
  recent: RecentCommands,
  commandId: string,
  { hash, revision, at }: { hash: string; revision: number; at: number },
): void => {
  const known = recent.get(commandId)
  const continues = known?.hash === hash && known.last === revision - 1
  if (known !== undefined) recent.delete(commandId)
  recent.set(commandId, { hash, first: continues ? known.first : revision, last: revision, at })
  if (recent.size < KEPT_MAX + DROPPED_TOGETHER) return
  for (const [id, command] of recent) {
    if (recent.size <= KEPT_MAX && command.at >= at - KEPT_MS) break
    recent.delete(id)
  }
}
