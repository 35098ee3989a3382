import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FrameLocator, Page } from '@playwright/test'

/** The cards of the stand-in in Stripe's place. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  withoutFunds: '4000 0000 0000 9995',
  askedByBank: '4000 0025 0000 3155',
  /** The payment takes some seconds. */
  slow: '4000 0000 0000 0085',
}

/** The stand-in's frame with the card fields. */
export const CARD_FRAME = 'iframe[title="Secure payment input frame"]'

/** The frame with the bank's question, which the stand-in lays over the page of the card form. */
export const BANK_FRAME = 'iframe[title="Bank authentication frame"]'

/** The card fields in the upgrade dialog: a frame of ours, and the stand-in's in it. */
export const cardFields = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Card payment"]').frameLocator(CARD_FRAME)

/** The bank's question in the upgrade dialog. */
export const bankQuestion = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Card payment"]').frameLocator(BANK_FRAME)

/** Fills the card fields of the stand-in. */
export const fillCard = async (form: Pick<Page, 'getByLabel'>, number: string): Promise<void> => {
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expiration date').fill('12 / 40')
  await form.getByLabel('Security code').fill('123')
}

export const planOf = async (page: Page): Promise<string> =>
  (await (await page.request.get('/api/user')).json()).plan

type Kept = { paymentIntents: Record<string, { status: string; metadata: { user_id?: string } }> }

/** How many payments of this person the stand-in has taken money for. */
export const countPayments = async (page: Page): Promise<number> => {
  const { id } = await (await page.request.get('/api/user')).json()
  const file = join(process.env.LECTERN_DATA_DIR ?? '', 'stripe-stand-in.json')
  const { paymentIntents } = JSON.parse(readFileSync(file, 'utf8')) as Kept
  return Object.values(paymentIntents).filter(
    ({ status, metadata }) => status === 'succeeded' && metadata.user_id === id,
  ).length
}
