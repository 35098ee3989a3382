import { usersIn } from '@lectern/command-api/accounts/users.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { loadConfig } from '@lectern/platform/process/config.ts'

/** What to put into .env so that the account of EMAIL may open /operate. Run by `make operator`, with the environment of the gateway. */
const lineFor = async (env: NodeJS.ProcessEnv): Promise<string> => {
  if (!env.EMAIL) throw new Error('EMAIL must name the account: make operator EMAIL=a@b.c')
  const { databaseUrl, operators, signupLimitPerLocation } = loadConfig('gateway', env)
  const pool = connectPostgres({ url: databaseUrl, name: 'operator', max: 1 })
  try {
    const user = await usersIn(pool, signupLimitPerLocation).findByEmail(env.EMAIL)
    if (user === undefined) throw new Error(`No account has the email ${env.EMAIL}.`)
    if (operators.includes(user.id)) return `${env.EMAIL} is an operator: open /operate.`
    return [
      `The account of ${env.EMAIL} is ${user.id}.`,
      'Put this line into .env and start Lectern again, then open /operate:',
      `OPERATORS=${[...operators, user.id].join(',')}`,
    ].join('\n')
  } finally {
    await pool.end()
  }
}

try {
  process.stdout.write(`${await lineFor(process.env)}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
