import { PLANS } from '@lectern/contracts/plans.ts'
import type { Question } from '../frame/questions.tsx'

const { basic, pro, ultra } = PLANS

export const QUESTIONS: readonly Question[] = [
  {
    question: 'Is a lifetime plan a subscription?',
    answer: 'No. It is paid once, and yours for as long as Lectern runs. Nothing renews.',
  },
  {
    question: 'Can I get my money back?',
    answer:
      'Yes, within 30 days of the payment, in full and without a reason. Your plan then becomes the best one that is still paid for, or Free.',
  },
  {
    question: 'What happens to my articles on a lower plan?',
    answer: 'They stay. No article is ever deleted or hidden; only to save more, you need room again.',
  },
  {
    question: 'What does a larger plan cost if I have one already?',
    answer: 'Its full price. The price of the earlier plan is not taken off.',
  },
  {
    question: 'Is the $7 plan with unlimited articles still sold?',
    answer:
      'No. People who bought it keep it, without a limit and for life. On their account it is called Unlimited.',
  },
  {
    question: `Did the price rise to $${ultra.price}?`,
    answer: `$${ultra.price} is the price of Ultra, the largest plan. Pro costs $${pro.price}, and Basic $${basic.price}.`,
  },
  {
    question: 'Does tax come on top?',
    answer: 'Prices are in US dollars. Where tax applies, the checkout shows it before you pay.',
  },
  {
    question: 'Who sees my card?',
    answer: 'Stripe, which takes the payment. The number of your card never reaches Lectern.',
  },
]
