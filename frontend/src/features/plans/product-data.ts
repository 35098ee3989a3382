import { CURRENCY, PLANS } from '@lectern/contracts/plans.ts'
import { formatCount } from '../../lib/format.ts'
import { LIFETIME_OFFERS } from '../../parts/offers.ts'
import type { PaymentMode } from '../../parts/use-payment-mode.ts'

const SOLD = LIFETIME_OFFERS.map(({ plan, name }) => ({
  name,
  price: PLANS[plan].price ?? 0,
  articles: formatCount(PLANS[plan].limit ?? 0),
}))

/** The sentence that search engines and previews show. */
export const DESCRIPTION = `Read later with Lectern: free for ${PLANS.free.limit} articles, or a lifetime plan that is paid once. ${SOLD.map(
  ({ name, price, articles }) => `${name}: $${price}, ${articles} articles.`,
).join(' ')}`

/** The plans as a product of schema.org. */
export const productData = (mode: PaymentMode | undefined) => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Lectern',
  description: DESCRIPTION,
  brand: { '@type': 'Brand', name: 'Lectern' },
  offers: SOLD.map(({ name, price, articles }) => ({
    '@type': 'Offer',
    name,
    description: `${articles} articles, paid once`,
    price: price.toFixed(2),
    priceCurrency: CURRENCY.toUpperCase(),
    url: `${location.origin}/pricing`,
    ...(mode === 'stripe' && { availability: 'https://schema.org/InStock' }),
  })),
})
