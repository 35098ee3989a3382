import { expect, test } from 'vitest'
import { hasLeaked } from './leaked-passwords.ts'

test('passwords that leaked are known, common and less common ones, in any case', () => {
  for (const password of ['123456', 'Password', 'QWERTY', 'letmein', 'trustno1', 'chinaman', 'steelers1'])
    expect([password, hasLeaked(password)]).toEqual([password, true])
})

test('others are not', () => {
  for (const password of ['', 'a quiet reading room', 'kX9#mR2$vL', 'correct horse battery staple'])
    expect([password, hasLeaked(password)]).toEqual([password, false])
  const random = Array.from({ length: 1_000 }, (_, n) => `an unlikely password ${n}`)
  expect(random.filter(hasLeaked).length).toBeLessThan(3)
})
