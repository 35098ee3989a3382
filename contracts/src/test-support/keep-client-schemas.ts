import { writeFileSync } from 'node:fs'
import { CLIENT_VERSION } from '../client-version.ts'
import { schemasOfToday } from './client-schemas.ts'

/** Keeps what clients of CLIENT_VERSION send and read. Run it when that number is raised, and commit the file. */
const file = new URL(`../../fixtures/clients/${CLIENT_VERSION}.json`, import.meta.url)
writeFileSync(file, `${JSON.stringify(await schemasOfToday(), null, 2)}\n`, { flag: 'wx' })
