// Runs in the frame with the card fields. It talks to the page around it, and to nobody else.
const card = document.querySelector('#card')
const tell = message => parent.postMessage({ standIn: true, ...message }, '*')
const size = () => tell({ event: 'size', height: document.body.scrollHeight })
const fieldsOf = form => Object.fromEntries(new FormData(form))
/** Without an answer it says what Stripe says then: nobody knows what became of the payment. */
const post = async (path, fields) => {
  try {
    const answer = await fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
    return await answer.json()
  } catch {
    return {
      error: { type: 'api_connection_error', message: 'We could not connect to our payments provider.' },
    }
  }
}

const confirmPayment = async client_secret => {
  const fields = fieldsOf(card)
  if (!fields.number || !fields.expiry || !fields.cvc) {
    const message = 'Your card details are incomplete.'
    return { error: { type: 'validation_error', code: 'incomplete', message } }
  }
  return { intent: await post('/elements/confirm', { ...fields, client_secret }) }
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
addEventListener('keydown', ({ key, target }) => {
  if (key === 'Escape') tell({ event: 'escape' })
  if (key === 'Enter' && card.contains(target)) tell({ event: 'submit' })
})
new ResizeObserver(size).observe(document.body)
tell({ event: 'ready' })
