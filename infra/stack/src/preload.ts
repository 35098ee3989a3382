import { isMainThread } from 'node:worker_threads'
import { giveBackWhenQuiet } from './give-back.ts'

/* What each service's process runs before the service itself. */
if (isMainThread) giveBackWhenQuiet()
