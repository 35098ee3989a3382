import { expect, it } from 'vitest'
import { checkSettings } from './check-settings.ts'
import { StartError } from './start-error.ts'

const refusal = async (env: NodeJS.ProcessEnv): Promise<unknown> => {
  const error = await checkSettings(env).catch((caught: unknown) => caught)
  expect(error === undefined || error instanceof StartError).toBe(true)
  return (error as Error | undefined)?.message
}

it.each<NodeJS.ProcessEnv>([{}, { PORT: '', DATABASE_URL: '' }, { HOST: '::1', SPLIT: 'yes' }])(
  'lets %o start',
  async env => {
    expect(await refusal(env)).toBeUndefined()
  },
)

it.each([
  [{ PORT: 'abc' }, /^PORT is abc/],
  [{ PORT: '70000' }, /^PORT is 70000/],
  [{ HOST: '0.0.0.0' }, /PUBLIC_URL: is needed/],
  [{ PUBLIC_URL: 'lectern.example' }, /PUBLIC_URL: must be like/],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
  [{ DATABASE_URL: 'nonsense' }, /DATABASE_URL: must be like/],
  [{ DATABASE_URL: 'mysql://u:hidden@host/x' }, /DATABASE_URL: must be like/],
  [{ DATABASE_URL: 'postgres://u:hidden#@host/x' }, /DATABASE_URL: must be like/],
  [
    { DATABASE_URL: 'postgres://u:hidden%zz@127.0.0.1:1/x' },
    /DATABASE_URL: Postgres at 127\.0\.0\.1:1 cannot/,
  ],
  [
    { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x' },
    /Postgres at 127\.0\.0\.1:1 cannot be used \(.*REFUSED/,
  ],
  [{ NATS_URL: 'nonsense' }, /NATS_URL: must be like/],
  [{ NATS_URL: 'nats://' }, /NATS_URL: must be like/],
  [{ NATS_URL: 'nats://127.0.0.1:1,hidden' }, /NATS_URL: must be like/],
  [{ NATS_URL: 'nats://u:hidden@127.0.0.1:1' }, /no NATS with JetStream answers at 127\.0\.0\.1:1/],
  [{ EVENT_STORE_URL: 'nonsense' }, /EVENT_STORE_URL: must be like/],
  [{ EVENT_STORE_URL: 'http://127.0.0.1:1' }, /EVENT_STORE_URL: must be like/],
  [{ EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=maybe' }, /EVENT_STORE_URL: .*maybe/],
  [{ EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false' }, /EVENT_STORE_URL: .*REFUSED/],
])('refuses %o in one line that keeps passwords to itself', async (env, says) => {
  const line = await refusal(env)
  expect(line).toMatch(says)
  expect(line).not.toMatch(/\n|hidden/)
})
