import { isObject, nested, text, unescaped } from './fields.ts'
import { FOLDERS_MAX, NAME_MAX } from './readers/limits.ts'

type Collection = { name: string; parent: string }

/** Collections that name their parent by its id; a child may come before its parent. */
export class Collections {
  readonly #byId = new Map<string, Collection>()

  add(given: unknown): void {
    if (!isObject(given) || text(given.id) === '') return
    this.#byId.set(text(given.id), {
      name: unescaped(text(given.name)).trim().slice(0, NAME_MAX),
      parent: text(given.parentId),
    })
  }

  has(id: string): boolean {
    return this.#byId.has(id)
  }

  /** 'Parent / Child'; '' for an unknown one. */
  path(id: string): string {
    const names: string[] = []
    const seen = new Set<string>()
    for (let at = id; !seen.has(at) && seen.size < FOLDERS_MAX; ) {
      const collection = this.#byId.get(at)
      if (collection === undefined) break
      seen.add(at)
      names.unshift(collection.name)
      at = collection.parent
    }
    return nested(names.filter(name => name !== ''))
  }
}
