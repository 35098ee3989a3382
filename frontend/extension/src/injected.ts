// These functions run in pages: the browser sends their source there, so each stands alone.

/**
 * In the page that is saved: its document as the person sees it, without what no article needs.
 * @returns null where the tab shows another page now, or where the document is larger than `maxBytes`
 */
export const takeDocument = (url: string, maxBytes: number): string | null => {
  if (location.href !== url) return null
  const root = document.documentElement.cloneNode(true) as HTMLElement
  for (const unneeded of root.querySelectorAll(
    'script:not([type="application/ld+json"]), style, link[rel~="stylesheet"], iframe[srcdoc]',
  ))
    unneeded.remove()
  const html = `<!DOCTYPE html>${root.outerHTML}`
  return new Blob([html]).size > maxBytes ? null : html
}

/**
 * In the Add New Link form: offers the page, and hands it over when the person asks for it. The messages go to the window of
 * this server alone. `offer`, a random name that only this form's address has, keeps forms apart.
 */
export const offerPage = (offer: string, server: string): void => {
  // The page may load parts of itself, which look like another load of it.
  const known = globalThis as { lecternOffer?: string }
  if (location.origin !== server || known.lecternOffer === offer) return
  known.lecternOffer = offer
  const say = (message: object) => window.postMessage({ ...message, offer }, server)
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window || origin !== server || data?.offer !== offer) return
    if (data.lectern === 'offer-wanted') say({ lectern: 'page-offered' })
    if (data.lectern === 'page-wanted')
      chrome.runtime.sendMessage({ offer }).then(
        html => say({ lectern: 'page', html }),
        () => say({ lectern: 'page', html: null }),
      )
  })
  say({ lectern: 'page-offered' })
}
