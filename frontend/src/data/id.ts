/**
 * The client's name of a link, of a collection or of a note. One's own is its number, as it always was, also in what clients of before
 * have stored. One of somebody else has whose it is before it, 'owner/number': the library's id, or the writer's of a note.
 * Numbers alone never say whose something is.
 */
export type Id = number | `${string}/${number}`

/** @param owner absent: one's own */
export const idIn = (owner: string | undefined, number: number): Id =>
  owner === undefined ? number : `${owner}/${number}`

/** The number by which the owner's library, or the writer's notebook, knows it. */
export const numberOf = (id: Id): number =>
  typeof id === 'number' ? id : Number(id.slice(id.lastIndexOf('/') + 1))

/** undefined: one's own, or something that is not sent yet. */
export const ownerOf = (id: Id): string | undefined =>
  typeof id === 'number' ? undefined : id.slice(0, id.lastIndexOf('/'))

/** The id that `String(id)` gave, in an attribute or a form. */
export const idFrom = (text: string): Id => (text.includes('/') ? (text as Id) : Number(text))

/** Whether it names what an act makes that is not sent yet: minus the act's number. */
export const isUnsentId = (id: Id): boolean => typeof id === 'number' && id < 0

/** The path of a call with the library that it is about, where that is somebody else's. */
export const inLibrary = (path: string, library: string | undefined): string =>
  library === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}library=${library}`

/** The path of a call about a link, such as `${its path}/notes`. */
export const linkPath = (id: Id, rest = ''): string =>
  inLibrary(`/api/links/${numberOf(id)}${rest}`, ownerOf(id))

/** The address of the reader. @param rest what follows in the query, such as `note=3` */
export const readerPath = (id: Id, rest = ''): string =>
  inLibrary(`/reader/${numberOf(id)}${rest && `?${rest}`}`, ownerOf(id))

/** The address of a collection of somebody else. */
export const sharedPath = (id: Id): string => `/shared/${ownerOf(id)}/${numberOf(id)}`

/** Newer ones have greater numbers; those of different owners are in any order, which is always the same. */
export const compareIds = (a: Id, b: Id): number =>
  numberOf(a) - numberOf(b) || String(a).localeCompare(String(b))
