import type { TestProject } from 'vitest/node'
import { endTestRun, startTestRun, type TestRun } from '../test-run.ts'
import { createMigrated } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `migrated` is the url of a database that others are copied from. */
    testRun: TestRun & { readonly migrated: string }
  }
}

/** vitest's globalSetup for tests that need parts of the stack (parts.ts). */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const run = await startTestRun()
  project.provide('testRun', { ...run, migrated: await createMigrated(run.postgresUrl) })
  return () => endTestRun(run.folder)
}
