import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { TAGS_MAX } from '@lectern/contracts/limits.ts'
import { describe, expect, it } from 'vitest'
import { foldAll } from '../../test-support/given.ts'
import { about, edited, given, later, opened, saved } from '../../test-support/library.ts'
import { library } from '../library.ts'

const tagged = (linkId: number, ...tags: string[]): LibraryEvent => {
  const event = saved(linkId) as Extract<LibraryEvent, { type: 'LinkSaved' }>
  return { ...event, data: { ...event.data, tags } }
}
/** Links of a time when the same tag could have several spellings. */
const past = [opened, tagged(1, 'react', 'web'), tagged(2, 'React'), tagged(3, 'web'), tagged(4)]
const before = (names: string[], lists: number[][], ...links: number[]) => ({ names, lists, links })

/** The tags of links 1 to 4. */
const tagsAfter = (...events: LibraryEvent[]) => {
  const { links } = foldAll(library, [...past, ...events])
  return [1, 2, 3, 4].map(id => links.get(id)?.tags)
}
const decided = (command: Parameters<typeof library.decide>[0]): LibraryEvent[] =>
  library.decide(command, foldAll(library, past))

describe('renaming', () => {
  it('takes every spelling of the tag, and new links take the new one', () => {
    const rename = { type: 'RenameTag', from: 'REACT', to: '#ReactJS', now: later } as const
    const renamed: LibraryEvent = {
      type: 'TagRenamed',
      data: {
        from: ['react', 'React'],
        to: 'ReactJS',
        links: [[1, 2]],
        before: before(['react', 'web', 'React'], [[0, 1], [2]], 0, 1),
        at: later,
      },
    }
    given(...past)
      .when(rename)
      .then(renamed)
    expect(tagsAfter(renamed)).toEqual([['ReactJS', 'web'], ['ReactJS'], ['web'], []])
    given(...past, renamed)
      .when({ type: 'EditLinks', linkIds: [4], changes: { addTags: ['reactjs'] }, now: later })
      .then(edited([4], { addTags: ['ReactJS'] }, later, { tags: before([], [[]], 0) }))
  })

  it('may change the spelling alone', () => {
    const [renamed] = decided({ type: 'RenameTag', from: 'react', to: 'React', now: later })
    expect(renamed).toMatchObject({ data: { from: ['react'], links: [1] } })
    given(...past, renamed as LibraryEvent)
      .when({ type: 'EditLinks', linkIds: [3], changes: { addTags: ['REACT'] }, now: later })
      .then(edited([3], { addTags: ['React'] }, later, { tags: before(['web'], [[0]], 0) }))
  })

  it('is refused where the name is taken, or no link has the tag', () => {
    given(...past)
      .when({ type: 'RenameTag', from: 'react', to: 'Web', now: later })
      .thenRefused('tag-taken')
    given(...past)
      .when({ type: 'RenameTag', from: 'vue', to: 'Vue', now: later })
      .thenRefused('tag-not-found')
    given(...past, about('LinkDeleted', 1), about('LinkDeleted', 3))
      .when({ type: 'RenameTag', from: 'web', to: 'Net', now: later })
      .thenRefused('tag-not-found')
  })

  it('is nothing where the tag is spelled so', () => {
    given(opened, tagged(1, 'react'))
      .when({ type: 'RenameTag', from: 'REACT', to: 'react', now: later })
      .thenNothing()
  })
})

describe('merging', () => {
  it('leaves one tag, in its spelling and once in each link', () => {
    const merged = decided({ type: 'MergeTags', from: ['react'], into: 'WEB', now: later })
    expect(merged).toMatchObject([
      { type: 'TagsMerged', data: { from: ['react', 'React'], to: 'web', links: [[1, 2]] } },
    ])
    expect(tagsAfter(...merged)).toEqual([['web'], ['web'], ['web'], []])
  })

  it('is refused where no link would change', () => {
    given(...past)
      .when({ type: 'MergeTags', from: ['vue'], into: 'web', now: later })
      .thenRefused('tag-not-found')
  })
})

describe('deleting', () => {
  it('takes every spelling of the tag from its links', () => {
    const gone = decided({ type: 'DeleteTag', tag: 'React', now: later })
    expect(gone).toMatchObject([{ type: 'TagDeleted', data: { from: ['react', 'React'], links: [[1, 2]] } }])
    expect(tagsAfter(...gone)).toEqual([['web'], [], ['web'], []])
  })

  it('is refused where no link has the tag', () => {
    given(...past)
      .when({ type: 'DeleteTag', tag: 'vue', now: later })
      .thenRefused('tag-not-found')
  })
})

describe('a tag has one spelling', () => {
  const save = { type: 'SaveLink', url: 'https://example.com/9', title: 'A title', note: null } as const
  it('which is the first, and the # before it is no part of it', () => {
    const state = foldAll(library, [opened, { ...tagged(1, 'News') }])
    state.allowance = { plan: 'free', limit: null }
    const tags = ['#news', 'NEWS', 'other', 'Other', '#', '# third']
    const [event] = library.decide({ ...save, tags, ignoreDuplicate: false, now: later }, state)
    expect(event).toMatchObject({ data: { tags: ['News', 'other', 'third'] } })
  })
})

describe('a bulk edit', () => {
  const edit = (linkIds: number[], changes: object) =>
    ({ type: 'EditLinks', linkIds, changes, now: later }) as const

  it('adds and removes tags, and leaves the others', () => {
    const events = decided(edit([1, 2, 3, 4], { addTags: ['New'], removeTags: ['WEB'] }))
    expect(events).toMatchObject([{ data: { changes: { addTags: ['New'], removeTags: ['web'] } } }])
    expect(tagsAfter(...events)).toEqual([['react', 'New'], ['React', 'New'], ['New'], ['New']])
  })

  it('is nothing where every link has the added tags and none of the others', () => {
    given(...past)
      .when(edit([3], { addTags: ['Web'], removeTags: ['react'] }))
      .thenNothing()
  })

  it('is refused where a link would have more than 50 tags', () => {
    const full = tagged(5, ...Array.from({ length: TAGS_MAX }, (_, n) => `tag ${n}`))
    given(...past, full)
      .when(edit([4, 5], { addTags: ['new'] }))
      .thenRefused('too-many-tags')
  })
})
