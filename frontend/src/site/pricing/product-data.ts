import { CURRENCY, PLANS } from '@lectern/contracts/plans.ts'
import { ORIGIN_PLACEHOLDER } from '@lectern/contracts/public-pages.ts'
import { formatCount } from '../../lib/format.ts'
import { LIFETIME_OFFERS } from '../../parts/offers.ts'

const SOLD = LIFETIME_OFFERS.map(({ plan, name }) => ({
  name,
  price: PLANS[plan].price ?? 0,
  articles: formatCount(PLANS[plan].limit ?? 0),
}))

/** The sentence that search engines and previews show. */
export const DESCRIPTION = `Read later with Lectern: free for ${PLANS.free.limit} articles, or a lifetime plan that is paid once. ${SOLD.map(
  ({ name, price, articles }) => `${name}: $${price}, ${articles} articles.`,
).join(' ')}`

/** The plans as a product of schema.org. The build does not know whether they can be bought here, so nothing is said of that. */
export const PRODUCT = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Lectern',
  description: DESCRIPTION,
  image: `${ORIGIN_PLACEHOLDER}/social.png`,
  brand: { '@type': 'Brand', name: 'Lectern' },
  offers: SOLD.map(({ name, price, articles }) => ({
    '@type': 'Offer',
    name,
    description: `${articles} articles, paid once`,
    price: price.toFixed(2),
    priceCurrency: CURRENCY.toUpperCase(),
    url: `${ORIGIN_PLACEHOLDER}/pricing`,
  })),
}
