import type { clientOf } from './client.ts'

export type Ask = ReturnType<typeof clientOf>

/** The account of a fixture of an earlier version. */
export const ANN = { email: 'ann@lectern.example', username: 'ann', password: 'a passphrase that is long' }

/** What a person has, as the API of every version tells it. */
export const libraryContents = async (ask: Ask) => {
  const read = async (path: string) => {
    const { status, text } = await ask('GET', path)
    if (status !== 200) throw new Error(`${path} answers ${status}: ${text}`)
    return JSON.parse(text)
  }
  /** Some fields of the rows of an answer, which is a list or has one. */
  const list = async (path: string, fields: readonly string[]) => {
    const answer = await read(path)
    const rows: Record<string, unknown>[] = Array.isArray(answer)
      ? answer
      : (Object.values(answer).find(Array.isArray) ?? [])
    return rows.map(row => Object.fromEntries(fields.map(field => [field, row[field]])))
  }
  return {
    links: await list('/api/links?limit=200', LINK_FIELDS),
    collections: await list('/api/collections', ['id', 'name', 'description', 'color', 'count']),
    tags: await read('/api/tags'),
    counts: await read('/api/counts'),
    notes: await list('/api/links/1/notes', ['id', 'linkId', 'type', 'content', 'color', 'isPrivate']),
    imports: await list('/api/imports', ['id', 'source']),
    acts: await list('/api/history?limit=200', ['kind']),
  }
}

const LINK_FIELDS = [
  ...['id', 'url', 'title', 'note', 'tags', 'createdAt', 'isFavorite', 'isArchived', 'collectionId'],
]
