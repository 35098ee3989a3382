import { formWith, pocketCsv } from '../world/import-files.ts'
import { type Attack, ask } from './attack.ts'
import { keepOn } from './flood.ts'

const LINKS = 10_000

/** An import of many links to hosts that never answer. */
export const silent: Attack = async (attacker, signal) => {
  const { hanging } = attacker.sites
  const urlOf = (n: number) => `${hanging[n % hanging.length]}/${attacker.tag}-${n}`
  const { type, bytes } = await formWith('export.csv', pocketCsv(LINKS, urlOf))
  const body = Buffer.from(bytes)
  let isImported = false
  await keepOn(
    1,
    signal,
    async () => {
      if (isImported) return
      isImported = (await ask(attacker, 'POST', '/api/import/pocket', { account: 0, body, type })) < 300
    },
    1_000,
  )
}
