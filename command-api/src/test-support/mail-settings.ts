import { join } from 'node:path'
import type { TestParts } from '@lectern/stack/test-support/parts.ts'

/** Without a server for mails. */
export const mailSettings = ({ dataDir }: Pick<TestParts, 'dataDir'>) => ({
  ...{ port: 80, supportEmail: 'support@lectern.example', outboxDir: join(dataDir, 'outbox') },
})
