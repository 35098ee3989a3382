import { hash } from 'node:crypto'

/**
 * Names the statements whose plan Postgres is to keep, which it does for as long as a connection lasts. Of each schema
 * there are at most so many: somebody who makes up ever new kinds of searches must not fill its memory. Others are
 * planned each time, for which they have no name.
 */
export const createKeptPlans = (max: number) => {
  const kept = { schema: '', names: new Set<string>() }
  return (schema: string, text: string): string | undefined => {
    if (schema !== kept.schema) Object.assign(kept, { schema, names: new Set() })
    const name = `search/${hash('sha1', text, 'base64url')}`
    if (!kept.names.has(name) && kept.names.size >= max) return undefined
    kept.names.add(name)
    return name
  }
}
