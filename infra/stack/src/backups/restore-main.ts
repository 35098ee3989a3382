import { runMain } from '@lectern/backup/run-main.ts'
import { withSecretFiles } from '@lectern/platform/process/secret-files.ts'
import { sequence } from '../resource.ts'
import { theStores } from '../stack.ts'
import { StartError } from '../start-error.ts'
import { restorePart } from './restore-part.ts'
import { runParts } from './run-parts.ts'

/** `make restore [BACKUP=…]`: fills an empty DATA_DIR, and the servers that are set, from BACKUP_TO. Lectern must not run on it. */
const main = async (env: NodeJS.ProcessEnv): Promise<string> => {
  const began = performance.now()
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  let said = ''
  await runParts({
    // prepare-database.ts lets nothing else start on half a restore.
    ...{ env, say },
    parts: options =>
      sequence(
        theStores(options),
        restorePart(options, {
          name: env.BACKUP || undefined,
          onRestored: ({ name, events, rows, chain }) => {
            const seconds = Math.round((performance.now() - began) / 1_000)
            said = `${name} is restored: ${events} events and ${rows} rows, after ${seconds} s. The chain of its events ends with ${chain}. Start Lectern now.`
          },
        }),
      ),
  })
  return said
}

process.env.RESTORING = 'true'
await runMain('restore', () => {
  process.env = withSecretFiles(process.env)
  return main(process.env)
}, [StartError])
