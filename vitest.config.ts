import { defineConfig } from 'vitest/config'

/** No measurements: what passes on the busiest machine is right, and a limit costs only where a test fails. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

const project = (name: string, include: string[], extra: object = {}) => ({
  test: { name, include, environment: 'node', ...patience, ...extra },
})

const folders = '{contracts,command-api,query-api,projectors,workers,infra}'

/** Three kinds of test by file name: `*.test.ts` needs nothing, `*.it.test.ts` a part of the stack, `*.conformance.test.ts` an event store. */
export default defineConfig({
  test: {
    teardownTimeout: 60_000,
    projects: [
      project('unit', [`${folders}/**/!(*.it|*.conformance).test.ts`]),
      project('frontend', ['frontend/{src,extension}/**/*.test.{ts,tsx}'], { environment: 'happy-dom' }),
      project('integration', [`${folders}/**/*.it.test.ts`], {
        globalSetup: ['infra/stack/src/test-support/integration-setup.ts'],
        maxWorkers: 2,
      }),
      project('conformance', [`${folders}/**/*.conformance.test.ts`], {
        globalSetup: ['infra/stack/src/test-support/conformance-setup.ts'],
      }),
    ],
  },
})
