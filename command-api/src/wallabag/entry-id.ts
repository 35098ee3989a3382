import { Rejected } from '@lectern/contracts/api/errors.ts'

/** '12.json' or '12'. @throws Rejected link-not-found */
export const entryId = (entry: string): number => {
  const [, id] = /^([1-9]\d{0,8})(?:\.json)?$/.exec(entry) ?? []
  if (id === undefined) throw new Rejected('link-not-found')
  return Number(id)
}
