import { config } from 'zod'

// zod compiles schemas with new Function where it may; the page's policy forbids that and would report each try.
// Imported first, before any schema is made.
config({ jitless: true })
