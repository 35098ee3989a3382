import { sendSignal } from '@lectern/stack/process-id.ts'
import type { Stack } from './stack.ts'

/** Does something while a process of the stack is held still, and lets it go on afterwards in any case. */
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
