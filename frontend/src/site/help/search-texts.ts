import { fold } from '@lectern/contracts/fold.ts'

/** Words that people write in questions and that tell nothing. */
const SMALL_WORDS = new Set(
  'a an and are can do does for how i in is it me my of on or the there to what when where which why with'.split(
    ' ',
  ),
)

/** What can be found. Its texts are folded (fold.ts), the most telling one first. */
export type Searched<Item> = { readonly item: Item; readonly texts: readonly string[] }

/**
 * Items whose texts have all words of the search, also inside of other words. A word counts by the first text that has it;
 * equals keep their order. A search without words finds nothing.
 */
export const searchTexts = <Item>(q: string, searched: readonly Searched<Item>[]): Item[] => {
  const typed = fold(q)
    .split(/[^\p{L}\p{N}$]+/u)
    .filter(Boolean)
  const telling = typed.filter(word => !SMALL_WORDS.has(word))
  const words = telling.length > 0 ? telling : typed
  if (words.length === 0) return []
  return searched
    .flatMap(({ item, texts }) => {
      const places = words.map(word => texts.findIndex(text => text.includes(word)))
      return places.includes(-1) ? [] : [{ item, distance: places.reduce((sum, place) => sum + place, 0) }]
    })
    .sort((a, b) => a.distance - b.distance)
    .map(({ item }) => item)
}
