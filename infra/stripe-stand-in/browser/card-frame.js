// Runs in the frame with the card fields. It talks to the page around it, and to nobody else.
const card = document.querySelector('#card')
const bank = document.querySelector('#bank')
const tell = message => parent.postMessage({ standIn: true, ...message }, '*')
const size = () => tell({ event: 'size', height: document.body.scrollHeight })
const fieldsOf = form => Object.fromEntries(new FormData(form))
const post = async (path, fields) => {
  const answer = await fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
  return answer.json()
}

/** Shows the bank's question until it is answered. */
const authenticated = client_secret =>
  new Promise(resolve => {
    card.hidden = true
    bank.hidden = false
    bank.onsubmit = event => {
      event.preventDefault()
      bank.hidden = true
      card.hidden = false
      resolve(post('/elements/authenticate', { client_secret, accept: event.submitter.value }))
    }
  })

const confirmPayment = async client_secret => {
  const fields = fieldsOf(card)
  if (!fields.number || !fields.expiry || !fields.cvc) {
    const message = 'Your card details are incomplete.'
    return { error: { type: 'validation_error', code: 'incomplete', message } }
  }
  let intent = await post('/elements/confirm', { ...fields, client_secret })
  if (intent.status === 'requires_action') intent = await authenticated(client_secret)
  if (intent.error) return { error: intent.error }
  if (intent.status === 'requires_payment_method') return { error: intent.last_payment_error }
  return { paymentIntent: intent }
}

addEventListener('message', async ({ data, source }) => {
  if (source !== parent || !data?.id) return
  if (data.act === 'style') {
    for (const [name, value] of Object.entries(data.variables))
      document.documentElement.style.setProperty(name, value)
  }
  if (data.act === 'confirm') tell({ answer: data.id, ...(await confirmPayment(data.clientSecret)) })
})
card.oninput = () => {
  const { number, expiry, cvc } = fieldsOf(card)
  tell({ event: 'change', complete: Boolean(number && expiry && cvc), empty: !(number || expiry || cvc) })
}
card.onsubmit = event => event.preventDefault()
new ResizeObserver(size).observe(document.body)
tell({ event: 'ready' })
