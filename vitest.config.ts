import { defineConfig } from 'vitest/config'

const project = (name: string, include: string[], extra: object = {}) => ({
  test: { name, include, environment: 'node', ...extra },
})

const folders = '{contracts,command-api,query-api,projectors,workers,infra}'

/** Three kinds of test by file name: `*.test.ts` needs nothing, `*.it.test.ts` a part of the stack, `*.conformance.test.ts` an event store. */
export default defineConfig({
  test: {
    projects: [
      project('unit', [`${folders}/**/!(*.it|*.conformance).test.ts`]),
      project('frontend', ['frontend/src/**/*.test.{ts,tsx}'], { environment: 'happy-dom' }),
      project('integration', [`${folders}/**/*.it.test.ts`], {
        globalSetup: ['infra/stack/src/test-setup.ts'],
        maxWorkers: 2,
        testTimeout: 60_000,
        hookTimeout: 60_000,
      }),
      project('conformance', [`${folders}/**/*.conformance.test.ts`], {
        globalSetup: ['infra/stack/src/conformance-setup.ts'],
        testTimeout: 60_000,
        hookTimeout: 60_000,
      }),
    ],
  },
})
