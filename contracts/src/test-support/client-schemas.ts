import { globSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod/mini'
import type { JsonSchema } from './compatible.ts'

/** What clients of a version send and read, by the names of the schemas. */
export type ClientSchemas = {
  readonly requests: Readonly<Record<string, JsonSchema>>
  readonly answers: Readonly<Record<string, JsonSchema>>
}

const API = join(import.meta.dirname, '../api')

/** The schemas of today. The name of a schema says whether clients send it: those of requests end so. */
export const schemasOfToday = async (): Promise<ClientSchemas> => {
  const requests: Record<string, JsonSchema> = {}
  const answers: Record<string, JsonSchema> = {}
  for (const file of globSync('*.ts', { cwd: API, exclude: ['*.test.ts'] }).toSorted()) {
    for (const [name, schema] of Object.entries(await import(join(API, file)))) {
      if (!(schema instanceof Object && '_zod' in schema)) continue
      const isRequest = /(Request|Query)$/.test(name)
      const made = z.toJSONSchema(schema as z.core.$ZodType, {
        io: isRequest ? 'input' : 'output',
        unrepresentable: 'any',
      })
      const { $schema: _, ...json } = made
      Object.assign(isRequest ? requests : answers, { [name]: json })
    }
  }
  return { requests, answers }
}
