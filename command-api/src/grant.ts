import { setTimeout as pause } from 'node:timers/promises'
import { Plan } from '@lectern/contracts/plans.ts'
import { v7 as uuidv7 } from 'uuid'
import { eventId, issuedBySystem } from './aggregate/issued.ts'
import type { Aggregates } from './aggregates.ts'
import { connectOperator, runForOperator, Unusable } from './operator.ts'

const WAIT_MS = 10_000

/**
 * Gives the account of EMAIL the plan PLAN: appends PlanGranted and waits until the library's allowance has followed.
 * Run by `make grant`, with the environment of the gateway.
 */
const grant = async (env: NodeJS.ProcessEnv): Promise<string> => {
  const plan = Plan.safeParse(env.PLAN).data
  if (plan === undefined) throw new Unusable(`PLAN must be one of ${Plan.options.join(', ')}.`)
  if (!env.EMAIL) throw new Unusable('EMAIL must name the account: make grant EMAIL=a@b.c PLAN=ultra')

  const { aggregates, users, openStreams } = await connectOperator('grant', env)
  const user = await users.findByEmail(env.EMAIL)
  if (user === undefined) throw new Unusable(`No account has the email ${env.EMAIL}.`)
  if (!user.opened) await openStreams(user)

  const commandId = uuidv7()
  const command = { type: 'GrantPlan', plan, now: new Date().toISOString() } as const
  await aggregates.accounts.handle(user.id, command, issuedBySystem(commandId))
  if (!(await hasFollowed(aggregates, user.library_id, eventId(user.id, commandId, 0))))
    throw new Unusable(
      `${env.EMAIL} was granted ${plan}, but the library has not followed yet: is Lectern running?`,
    )
  return `${env.EMAIL} now has the plan ${plan}.`
}

/** Whether the allowance is set for this cause within 10 s. */
const hasFollowed = async ({ libraries }: Aggregates, libraryId: string, cause: string): Promise<boolean> => {
  const until = Date.now() + WAIT_MS
  while (Date.now() < until) {
    if (await libraries.read(libraryId, ({ causes }) => causes.has(cause))) return true
    await pause(50)
  }
  return false
}

await runForOperator(grant)
