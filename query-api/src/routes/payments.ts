import type { PaymentSettings } from '@lectern/contracts/api/payments.ts'
import type { FastifyInstance } from 'fastify'

/** Whether plans can be bought here. */
export const paymentsRoute = (app: FastifyInstance, settings: PaymentSettings): void => {
  app.get('/api/payments', { config: { isPublic: true } }, async (): Promise<PaymentSettings> => settings)
}
