import { tagKey } from '@lectern/contracts/tags.ts'

/** A change of any link's tags: those in `from`, in any spelling, become `to` (null: they go), then `add` follow. */
export type Retag = {
  readonly from: readonly string[]
  readonly to: string | null
  readonly add?: readonly string[] | undefined
}

/** The tags after the change, each once. Returns the same array for a link that it does not concern. */
export const retagged = (tags: string[], { from, to, add = [] }: Retag): string[] => {
  const keys = new Set(from.map(tagKey))
  const isMeant = (tag: string) => keys.has(tagKey(tag))
  if (add.length === 0 && !tags.some(isMeant)) return tags
  const now = new Map<string, string>()
  for (const tag of [...tags.map(tag => (isMeant(tag) ? to : tag)), ...add])
    if (tag !== null && !now.has(tagKey(tag))) now.set(tagKey(tag), tag)
  return [...now.values()]
}
