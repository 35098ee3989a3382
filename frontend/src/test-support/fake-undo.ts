import type { Link } from '@lectern/contracts/api/links.ts'

type Fields = Partial<Link>

/** The real server's decisions about undoing (command-api/src/domain/library), for the fake one. */
export const createFakeUndo = () => {
  /** By act: its links with the values before it. */
  const acts = new Map<string, Map<number, Fields>>()
  /** By link: the acts that have their effect, and the last one that changed it. */
  const standing = new Map<number, string[]>()
  const last = new Map<number, string>()

  const put = (key: string, id: number, before: Fields) => {
    acts.set(key, (acts.get(key) ?? new Map<number, Fields>()).set(id, before))
    last.set(id, key)
  }
  return {
    /** An act changes a link. */
    note: (key: string, link: Link, changed: Fields): void => {
      const before = Object.entries(link).filter(
        ([field, value]) => field in changed && changed[field as keyof Link] !== value,
      )
      if (before.length === 0) return
      put(key, link.id, Object.fromEntries(before))
      standing.set(link.id, [...(standing.get(link.id) ?? []), key])
    },
    /** The values that the act's links get back, and the links that are left; undefined for an unknown act. */
    undo: (key: string, undone: string, links: ReadonlyMap<number, Link>) => {
      const act = acts.get(undone)
      if (!act) return undefined
      const restored: { id: number; fields: Fields }[] = []
      const left: number[] = []
      for (const [id, fields] of act) {
        const link = links.get(id)
        const keys = standing.get(id) ?? []
        const isTop = keys.at(-1) === undone
        if (!link || !(isTop || last.get(id) === undone)) {
          left.push(id)
          continue
        }
        put(key, id, Object.fromEntries(Object.keys(fields).map(field => [field, link[field as keyof Link]])))
        standing.set(id, isTop ? keys.slice(0, -1) : [...keys, key])
        restored.push({ id, fields })
      }
      return { restored, left }
    },
  }
}
