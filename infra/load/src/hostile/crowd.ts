import { type Attack, ask } from './attack.ts'
import { keepOn } from './flood.ts'

const STRANGERS = 300

/** Strangers, each with an address of their own, who try passwords of the person's account and of unknown ones. */
export const crowd: Attack = (attacker, signal) =>
  keepOn(STRANGERS, signal, (stranger, n) => {
    const address = `198.18.${Math.floor(stranger / 250)}.${1 + (stranger % 250)}`
    const email = stranger % 3 === 0 ? attacker.victim : `nobody-${stranger}-${n}@bench.example`
    return ask(attacker, 'POST', '/api/login', { address, body: { email, password: `wrong-${n}` } })
  })
