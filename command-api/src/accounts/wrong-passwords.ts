import { Rejected } from '@lectern/contracts/api/errors.ts'
import { budget } from '@lectern/platform/http/rate-limit.ts'
import type { FastifyReply } from 'fastify'

const TRIES = { limit: 10, windowMs: 60_000 }

/** Counts wrong passwords of one account: a stolen session must not find the password by trying. */
export type WrongPasswords = {
  /** @throws Rejected too-many-requests, and what `act` throws */
  limit<T>(userId: string, reply: FastifyReply, act: () => Promise<T>): Promise<T>
}

/** @param rateLimits whether they are limited */
export const wrongPasswordsOf = (rateLimits: boolean): WrongPasswords => {
  const tries = budget(TRIES)
  return {
    limit: async (userId, reply, act) => {
      if (!rateLimits) return act()
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
