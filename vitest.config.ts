import { defineConfig } from 'vitest/config'

const project = (name: string, include: string[], extra: object = {}) => ({
  test: { name, include, environment: 'node', ...extra },
})

/** Three kinds of test by file name: `*.test.ts` needs nothing, `*.it.test.ts` a part of the stack, `*.conformance.test.ts` an event store. */
export default defineConfig({
  test: {
    projects: [
      project('unit', ['{contracts,command-api,query-api,projectors,workers,infra}/**/!(*.it|*.conformance).test.ts']),
    ],
  },
})
