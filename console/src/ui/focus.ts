/** Where the focus goes when what it was on is gone. */
export const focusHeading = (): void => document.querySelector('h1')?.focus()

/** To what opened something that has closed; where that is gone, or nothing opened it, to the heading. */
export function focusBack(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener !== document.body) opener.focus({ preventScroll: true })
  if (opener === document.body || document.activeElement !== opener) focusHeading()
}
