// Runs in the frame with the bank's question, which lies over the page. It tells the page what became of the payment.
let client_secret
addEventListener('message', ({ data, source }) => {
  if (source === parent && data?.clientSecret) client_secret = data.clientSecret
})
document.querySelector('#bank').onsubmit = async event => {
  event.preventDefault()
  const fields = { client_secret, accept: event.submitter.value }
  const answer = await fetch('/elements/authenticate', { method: 'POST', body: new URLSearchParams(fields) })
  parent.postMessage({ standIn: true, intent: await answer.json() }, '*')
}
parent.postMessage({ standIn: true, event: 'ready' }, '*')
