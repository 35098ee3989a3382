import { sendSignal } from '@lectern/stack/process-id.ts'
import type { Stack } from './stack.ts'

/** Stops a process of the stack while `work` runs, and always continues it afterwards. */
export const holding = async <Result>(
  stack: Stack,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const pid = stack.pidOf(name)
  sendSignal(pid, 'SIGSTOP')
  try {
    return await work()
  } finally {
    sendSignal(pid, 'SIGCONT')
  }
}
