import { BULK_BODY_MAX, DIRECT_BODY_MAX, PAGE_BODY_MAX } from '@lectern/contracts/limits.ts'
import { type Attack, ask } from './attack.ts'
import { keepOn } from './flood.ts'

/** Empty objects, which take twenty times their bytes once they are parsed. */
const emptyObjects = (before: string, size: number, after: string) => {
  const room = size - before.length - after.length - '{}'.length
  return Buffer.from(`${before}${'{},'.repeat(Math.floor(room / 3))}{}${after}`)
}

/** Each body is as large as its route allows. */
const requests = [
  ['PUT', '/api/links/1/page', emptyObjects('{"html":[', PAGE_BODY_MAX, ']}')],
  ['POST', '/api/migrate/import-direct', emptyObjects('{"articles":[', DIRECT_BODY_MAX, ']}')],
  ['POST', '/api/migrate/import-direct', emptyObjects('{"articles":[{"tags":[', DIRECT_BODY_MAX, ']}]}')],
  ['POST', '/api/migrate/import-direct', emptyObjects('{"items":[', DIRECT_BODY_MAX, ']}')],
  ['PUT', '/api/links/bulk', emptyObjects('{"linkIds":[', BULK_BODY_MAX, ']}')],
] as const
const ACCOUNTS = [1, 2, 3, 4] as const

/** Bodies with millions of values from four accounts, one after another each. */
export const values: Attack = (attacker, signal) =>
  keepOn(ACCOUNTS.length, signal, (connection, n) => {
    const [method, path, body] = requests[n % requests.length] ?? requests[0]
    const account = ACCOUNTS[connection] ?? 1
    return ask(attacker, method, path, { account, body })
  })
