import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { AccountEvent } from './account.ts'
import { ArticleEvent } from './article.ts'
import { LibraryEvent } from './library.ts'
import { NotebookEvent } from './notebook.ts'
import { readEvent, readMetadata } from './read.ts'
import { STORE_STREAM, StoreEvent } from './store.ts'
import { StripeEvent } from './stripe.ts'

/** Stored events must be readable forever: files are added here, never edited. */
const folder = new URL('../../fixtures/events/', import.meta.url)

type Golden = { stream: string; type: string; data: object; metadata: object }

const golden = readdirSync(folder).map(
  file => [file, JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Golden] as const,
)

const events = [LibraryEvent, NotebookEvent, AccountEvent, ArticleEvent, StripeEvent, StoreEvent].flatMap<{
  shape: { type: { value: string } }
}>(({ options }) => options)
const types = events.map(({ shape }) => shape.type.value)

/** Fields that upcasting adds to events of an earlier version. */
const added: Readonly<Record<string, object>> = {
  'LinkCollected.v1.json': { before: null },
  'LinksEdited.v1.json': { before: null },
  'CollectionEdited.v1.json': { before: null },
  'CollectionDeleted.v1.json': { before: null },
  'NoteTaken.v1.json': { anchor: null },
}

/** Properties that have another place in the current shape. */
const moved: Readonly<Record<string, (data: object) => object>> = {
  'ActUndone.v1.json': data => {
    const { links, restored, before, ...others } = data as Record<string, unknown>
    return { changes: [{ links, restored, before }], ...others }
  },
}

describe('golden events', () => {
  test.each(golden)('%s is read in the current shape and loses nothing', (file, golden) => {
    const { stream: kind, type, data, metadata } = golden
    const stream = kind === 'store' ? STORE_STREAM : `${kind}-7`
    const read = readEvent({ stream, type, data })
    expect(read).toEqual({
      kind,
      ...(kind !== 'store' && { id: '7' }),
      event: { type, data: { ...(moved[file]?.(data) ?? data), ...added[file] } },
    })
    if (kind !== 'store') expect(readMetadata({ stream, type, data, metadata })).toEqual(metadata)
  })

  test.each(types)('%s has a file', type => {
    expect(golden.map(([file]) => file.split('.')[0])).toContain(type)
  })
})
