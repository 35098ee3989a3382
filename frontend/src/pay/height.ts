/** Height that the bank's question needs, which Stripe lays over the page, px. */
const BANK_PX = 620

/** Whether something lies over the form. Stripe also adds frames that nobody sees. */
const isCovered = (form: HTMLElement): boolean =>
  [...document.body.children].some(each => each !== form && (each as HTMLElement).offsetHeight > 100)

/** Tells the height that the page needs, at the start and whenever it changes. */
export const followHeight = (
  form: HTMLElement,
  tell: (size: { height: number; isCovered: boolean }) => void,
): void => {
  const measure = () => {
    const isUnder = isCovered(form)
    tell({ height: isUnder ? BANK_PX : form.offsetHeight, isCovered: isUnder })
  }
  const sizes = new ResizeObserver(measure)
  sizes.observe(form)
  new MutationObserver(measure).observe(document.body, {
    ...{ childList: true, subtree: true },
    ...{ attributes: true, attributeFilter: ['style', 'class', 'hidden'] },
  })
}
