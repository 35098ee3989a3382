import { config } from 'zod'

// zod compiles schemas with new Function when allowed. The content security policy forbids that and reports each attempt.
// Import this file before any schema.
config({ jitless: true })
