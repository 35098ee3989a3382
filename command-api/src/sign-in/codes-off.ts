import { connectOperator, runForOperator, Unusable } from '../operator.ts'
import { endCodes } from './codes.ts'

/** `make codes-off EMAIL=…`, for a person who has neither the app nor a recovery code, once you know who asks. */
const codesOff = async (env: NodeJS.ProcessEnv): Promise<string> => {
  if (!env.EMAIL) throw new Unusable('EMAIL must name the account: make codes-off EMAIL=a@b.c')
  const { users, pool } = await connectOperator('codes-off', env)
  const user = await users.findByEmail(env.EMAIL)
  if (user === undefined) throw new Unusable(`No account has the email ${env.EMAIL}.`)
  if (!(await endCodes(pool, user.id))) throw new Unusable(`${env.EMAIL} has no one-time codes.`)
  return `${env.EMAIL} signs in without a code now, and is told by mail.`
}

await runForOperator(codesOff)
