import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Tests of faults want a Postgres that syncs to a disk. For the others that costs time and shows nothing. */
export const SYNCS = process.env.EVERY_CASE === 'true'

/** The folder of all data of tests: in memory where the machine has such a folder. */
export const TEST_FOLDER = !SYNCS && existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
