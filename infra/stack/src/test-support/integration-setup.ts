import type { TestProject } from 'vitest/node'
import { endTestRun, startTestRun, type TestRun } from '../test-run.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testRun: TestRun
  }
}

/** vitest's globalSetup for tests that need parts of the stack (parts.ts). */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const run = await startTestRun()
  project.provide('testRun', run)
  return () => endTestRun(run.folder)
}
