import { Rejected } from '@lectern/contracts/api/errors.ts'
import { type Effect, effectsOf, type LinkFields } from '@lectern/contracts/events/effects.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { unpack, valuesAt } from '@lectern/contracts/events/link-values.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import type { Library, LinkState } from './state.ts'
import { bytesOfName, retagger } from './tags.ts'
import { bytesOfTags, bytesOfTexts } from './text-bytes.ts'

/** Memory of the texts and tags of a library, in bytes. The sentences of contracts name it. */
export const TEXT_BYTES_MAX = 60_000_000

/** What is left of it; negative where an earlier version took more. */
export const roomOf = ({ textBytes, tags }: Library): number => TEXT_BYTES_MAX - textBytes - tags.bytes

/**
 * Refuses events that add texts beyond what a library holds. What adds none is always taken.
 * @throws Rejected too-much-link-text
 */
export const checkRoom = (library: Library, events: readonly LibraryEvent[]): void => {
  const room = roomOf(library)
  // No event adds as much as the half: 50 tags to 50,000 links take 22 MB.
  if (room > TEXT_BYTES_MAX / 2) return
  let added = 0
  for (const event of events) for (const effect of effectsOf(event)) added += addedBy(library, effect)
  if (added > 0 && added > room) throw new Rejected('too-much-link-text')
}

const addedBy = (library: Library, effect: Effect): number => {
  switch (effect.kind) {
    case 'links-added':
      return sum(effect.links, link => bytesOfLink(library, link))
    case 'links-changed': {
      const { links, to, retag } = effect
      const after = retag && retagger(retag)
      const names = [...(to.tags ?? []), ...(retag?.add ?? []), retag?.to ?? '']
      const grown = sum(idsIn(links), linkId =>
        grownBy(library.links.get(linkId), link => ({
          texts: to.texts,
          tags: after?.(link.tags) ?? to.tags,
        })),
      )
      // A tag that gets another name gives its own back.
      const gone = retag?.to == null ? [] : retag.from.filter(name => name !== retag.to)
      return grown + newNames(library, names) - knownNames(library, gone)
    }
    case 'links-restored': {
      const values = unpack(effect.values)
      const links = [...idsIn(effect.links)].entries()
      const grown = sum(links, ([n, linkId]) => grownBy(library.links.get(linkId), () => valuesAt(values, n)))
      return grown + newNames(library, effect.values.tags?.names ?? [])
    }
    default:
      return 0
  }
}

/** Memory that the texts and tags of a new link take. */
export const bytesOfLink = (library: Library, { texts, tags }: Pick<LinkFields, 'texts' | 'tags'>): number =>
  bytesOfTexts(texts) + bytesOfTags(tags) + newNames(library, tags)

/** Memory that other tags of a link take. */
export const bytesOfRetag = (library: Library, before: readonly string[], after: readonly string[]): number =>
  bytesOfTags(after) - bytesOfTags(before) + newNames(library, after)

type After = {
  readonly texts?: LinkFields['texts'] | undefined
  readonly tags?: readonly string[] | undefined
}

const grownBy = (link: LinkState | undefined, afterOf: (link: LinkState) => After): number => {
  if (link === undefined) return 0
  const { texts, tags } = afterOf(link)
  return (
    (texts ? bytesOfTexts(texts) - bytesOfTexts(link.texts) : 0) +
    (tags ? bytesOfTags(tags) - bytesOfTags(link.tags) : 0)
  )
}

const newNames = ({ tags: { names } }: Library, wanted: readonly string[]): number =>
  sum(wanted, name => (name === '' || names.has(name) ? 0 : bytesOfName(name)))

const knownNames = ({ tags: { names } }: Library, gone: readonly string[]): number =>
  sum(gone, name => (names.has(name) ? bytesOfName(name) : 0))

const sum = <T>(items: Iterable<T>, bytes: (item: T) => number): number => {
  let total = 0
  for (const item of items) total += bytes(item)
  return total
}
