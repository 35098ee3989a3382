import { type FromCardForm, readToCardForm } from '../lib/card-form.ts'
import { createCardForm } from './card-form.ts'
import { followHeight } from './height.ts'
import './pay.css'
import { loadStripe } from './stripe.ts'

/** /pay: the card form, in a frame of our own pages. It is a document of its own, since only here Stripe's script may run. */
const start = (form: HTMLFormElement): void => {
  const tell = (message: FromCardForm): void => parent.postMessage(message, location.origin)
  const obey = createCardForm(form, { load: loadStripe, tell })
  addEventListener('message', ({ data, source, origin }) => {
    if (source !== parent || origin !== location.origin) return
    const message = readToCardForm(data)
    if (message) obey(message)
  })
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') tell({ says: 'escaped' })
  })
  followHeight(form, size => tell({ says: 'size', ...size }))
  tell({ says: 'loaded' })
}

const form = document.querySelector<HTMLFormElement>('#card')
if (parent === window) location.replace('/pricing')
else if (form) start(form)
