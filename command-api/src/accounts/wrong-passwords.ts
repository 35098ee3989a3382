import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyReply } from 'fastify'

const TRIES = { limit: 10, windowMs: 60_000 }

/** Counts wrong passwords of one account: a stolen session must not find the password by trying. */
export type WrongPasswords = {
  /** @throws Rejected too-many-requests, and what `act` throws */
  limit<T>(userId: string, reply: FastifyReply, act: () => Promise<T>): Promise<T>
}

export const wrongPasswordsOf = (limits: Limits): WrongPasswords => {
  const tries = limits.budget('wrong-passwords', TRIES)
  return {
    limit: async (userId, reply, act) => {
      await tries.spend(userId, reply)
      try {
        const done = await act()
        await tries.giveBack(userId)
        return done
      } catch (error) {
        if (!(error instanceof Rejected) || error.code !== 'wrong-password') await tries.giveBack(userId)
        throw error
      }
    },
  }
}
