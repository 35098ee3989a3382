import { setting } from './lib.js'
import { mixedFor } from './mixed.js'

export { default, setup, teardown } from './mixed.js'
export const options = mixedFor('soak', setting('SOAK_MINUTES', 10, [0.5, 60]) * 60)
