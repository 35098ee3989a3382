import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { AccountEvent } from './account.ts'
import { ArticleEvent } from './article.ts'
import { LibraryEvent } from './library.ts'
import { EventMetadata } from './metadata.ts'
import { StoreCreated } from './store.ts'

/** What was stored once must be read for ever: these files are added, never edited. */
const folder = new URL('../../fixtures/events/', import.meta.url)

type Golden = { stream: keyof typeof schemas; type: string; data: object; metadata: object }
const schemas = {
  library: LibraryEvent,
  account: AccountEvent,
  article: ArticleEvent,
  store: StoreCreated,
} satisfies Record<string, z.ZodType>

const events = [...LibraryEvent.options, ...AccountEvent.options, ...ArticleEvent.options, StoreCreated]
const types = events.map(({ shape }) => shape.type.value)

const golden = readdirSync(folder).map(
  file => [file, JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Golden] as const,
)

describe('golden events', () => {
  test.each(golden)('%s still parses, and nothing of it is lost', (_, { stream, type, data, metadata }) => {
    expect(schemas[stream].parse({ type, data })).toEqual({ type, data })
    if (stream !== 'store') expect(EventMetadata.parse(metadata)).toEqual(metadata)
  })

  test.each(types)('%s has one', type => {
    expect(golden.map(([file]) => file.split('.')[0])).toContain(type)
  })
})
