/**
 * The script in the place of Stripe.js: it defines Stripe(key) with the Payment Element and confirmPayment, as far as we use
 * them. The card fields are in a frame of the stand-in, so that no card number reaches the page.
 */
;(() => {
  const origin = new URL(document.currentScript.src).origin
  const COLORS = {
    colorText: '--ink',
    colorBackground: '--paper',
    colorPrimary: '--accent',
    colorDanger: '--bad',
  }

  const createElement = options => {
    const frame = document.createElement('iframe')
    frame.src = `${origin}/elements/card`
    frame.title = 'Secure payment input frame'
    frame.style.cssText = 'border:0;width:100%;height:180px;display:block'
    const listeners = {}
    const answers = new Map()
    const ask = message =>
      new Promise(resolve => {
        const id = crypto.randomUUID()
        answers.set(id, resolve)
        frame.contentWindow.postMessage({ id, ...message }, origin)
      })
    const style = appearance => {
      const variables = {}
      for (const [name, value] of Object.entries(appearance?.variables ?? {}))
        if (COLORS[name]) variables[COLORS[name]] = value
      if (frame.contentWindow)
        frame.contentWindow.postMessage({ id: 'style', act: 'style', variables }, origin)
    }
    addEventListener('message', ({ data, source, origin: from }) => {
      if (from !== origin || source !== frame.contentWindow || !data?.standIn) return
      if (data.answer) {
        answers.get(data.answer)?.(data)
        answers.delete(data.answer)
      }
      if (data.event === 'size') frame.style.height = `${data.height}px`
      if (data.event === 'ready') style(options.appearance)
      // Enter submits the form around the element, as with Stripe's.
      if (data.event === 'submit') frame.closest('form')?.requestSubmit()
      if (data.event) for (const heard of listeners[data.event] ?? []) heard(data)
    })
    return {
      ask,
      style,
      element: {
        mount: target => (typeof target === 'string' ? document.querySelector(target) : target).append(frame),
        unmount: () => frame.remove(),
        destroy: () => frame.remove(),
        focus: () => frame.focus(),
        update: () => {},
        on(event, heard) {
          listeners[event] = [...(listeners[event] ?? []), heard]
          return this
        },
        off() {
          return this
        },
      },
    }
  }

  /** Lays the bank's question over the page, as Stripe does, until it is answered. */
  const askBank = clientSecret =>
    new Promise(resolve => {
      const overlay = document.createElement('div')
      overlay.style.cssText =
        'position:fixed;inset:0;z-index:2147483647;display:grid;background:rgb(0 0 0 / 0.5);padding:12px'
      const frame = document.createElement('iframe')
      frame.src = `${origin}/elements/bank`
      frame.title = 'Bank authentication frame'
      frame.style.cssText = 'border:0;width:100%;height:100%'
      const hear = ({ data, source, origin: from }) => {
        if (from !== origin || source !== frame.contentWindow || !data?.standIn) return
        if (data.event === 'ready') return frame.contentWindow.postMessage({ clientSecret }, origin)
        removeEventListener('message', hear)
        overlay.remove()
        resolve(data.intent)
      }
      addEventListener('message', hear)
      overlay.append(frame)
      document.body.append(overlay)
    })

  window.Stripe = () => ({
    elements(options = {}) {
      let made
      return {
        clientSecret: options.clientSecret,
        create: () => {
          made = createElement(options)
          return made.element
        },
        getElement: () => made?.element ?? null,
        update: changed => made?.style(changed.appearance),
        submit: async () => ({}),
        ask: message => made.ask(message),
      }
    },
    async confirmPayment({
      elements,
      clientSecret = elements.clientSecret,
      confirmParams = {},
      redirect = 'always',
    }) {
      const { error, intent } = await elements.ask({ act: 'confirm', clientSecret })
      if (error) return { error }
      const paymentIntent = intent.status === 'requires_action' ? await askBank(clientSecret) : intent
      if (paymentIntent.error) return { error: paymentIntent.error }
      if (paymentIntent.status === 'requires_payment_method')
        return { error: paymentIntent.last_payment_error }
      if (redirect === 'if_required') return { paymentIntent }
      const back = new URL(confirmParams.return_url)
      back.searchParams.set('payment_intent', paymentIntent.id)
      back.searchParams.set('redirect_status', paymentIntent.status)
      location.assign(back)
      return new Promise(() => {})
    },
    async retrievePaymentIntent(clientSecret) {
      const answer = await fetch(
        `${origin}/elements/intent?client_secret=${encodeURIComponent(clientSecret)}`,
      )
      const found = await answer.json()
      return found.error ? { error: found.error } : { paymentIntent: found }
    },
  })
  window.Stripe.version = 3
})()
