import { defineConfig } from 'vitest/config'

/** No measurements: what passes on the busiest machine is right, and a limit costs only where a test fails. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

const project = (name: string, include: string[], extra: object = {}) => ({
  test: { name, include, environment: 'node', ...patience, ...extra },
})

const folders = '{contracts,command-api,query-api,projectors,workers,infra}'

/** Two processes, in which files run one after another and share the modules that they import. */
const shared = { pool: 'forks', isolate: false, maxWorkers: 2 }

/** Campaigns that repeat with other parts what a test of `make test` shows. */
const faults = process.env.EVERY_CASE === 'true' ? [`${folders}/**/*.faults.test.ts`] : []

/** Three kinds of test by file name: `*.test.ts` needs nothing, `*.it.test.ts` a part of the stack, `*.conformance.test.ts` an event store. */
export default defineConfig({
  test: {
    teardownTimeout: 60_000,
    projects: [
      project('unit', [`${folders}/**/!(*.it|*.conformance|*.faults).test.ts`], shared),
      project('frontend', ['frontend/{src,extension}/**/*.test.{ts,tsx}'], {
        environment: 'happy-dom',
        maxWorkers: 2,
      }),
      project('integration', [`${folders}/**/*.it.test.ts`, ...faults], {
        globalSetup: ['infra/stack/src/test-support/integration-setup.ts'],
        ...shared,
        // Some tests wait for a pause or a process.
        maxWorkers: 3,
      }),
      project('conformance', [`${folders}/**/*.conformance.test.ts`], {
        globalSetup: ['infra/stack/src/test-support/conformance-setup.ts'],
      }),
    ],
  },
})
