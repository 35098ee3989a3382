import { PLANS } from '@lectern/contracts/plans.ts'

const { basic, pro, ultra } = PLANS

const QUESTIONS: readonly (readonly [question: string, answer: string])[] = [
  [
    'Is a lifetime plan a subscription?',
    'No. It is paid once, and yours for as long as Lectern runs. Nothing renews.',
  ],
  [
    'Can I get my money back?',
    'Yes, within 30 days of the payment, in full and without a reason. Your plan then becomes the best one that is still paid for, or Free.',
  ],
  [
    'What happens to my articles on a lower plan?',
    'They stay. No article is ever deleted or hidden; only to save more, you need room again.',
  ],
  [
    'What does a larger plan cost if I have one already?',
    'Its full price. The price of the earlier plan is not taken off.',
  ],
  [
    'Is the $7 plan with unlimited articles still sold?',
    'No. People who bought it keep it, without a limit and for life. On their account it is called Unlimited.',
  ],
  [
    `Did the price rise to $${ultra.price}?`,
    `$${ultra.price} is the price of Ultra, the largest plan. Pro costs $${pro.price}, and Basic $${basic.price}.`,
  ],
  [
    'Does tax come on top?',
    'Prices are in US dollars. Where tax applies, the checkout shows it before you pay.',
  ],
  ['Who sees my card?', 'Stripe, which takes the payment. The number of your card never reaches Lectern.'],
]

export const Faq = () => (
  <section aria-labelledby="questions" className="mt-16">
    <h2 id="questions" className="text-dialog">
      Questions and answers
    </h2>
    <dl className="mt-5 grid gap-x-10 gap-y-6 sm:grid-cols-2">
      {QUESTIONS.map(([question, answer]) => (
        <div key={question}>
          <dt className="font-medium">{question}</dt>
          <dd className="mt-1 max-w-md text-ink-2">{answer}</dd>
        </div>
      ))}
    </dl>
  </section>
)
