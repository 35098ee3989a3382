import { connectOperator, runForOperator, Unusable } from '../operator.ts'
import { adopt } from './adopt.ts'
import { tellUnowned } from './unowned.ts'

/**
 * Ties the account of EMAIL to LIBRARY, which is in the events and has no account any more. Without a LIBRARY it lists those.
 * Run by `make adopt`, with the environment of the gateway.
 */
await runForOperator(async env => {
  const { EMAIL: email, LIBRARY: libraryId } = env
  if (libraryId && !email)
    throw new Unusable('EMAIL must name the account: make adopt EMAIL=a@b.c LIBRARY=the id of a library')
  const parts = await connectOperator('adopt', env)
  return email && libraryId ? adopt(parts, email, libraryId) : tellUnowned(parts)
})
