const FRAME = 'printing'

/** Prints a page that holds nothing but what is printed; a roll is as long as what is on it. */
export async function printPage(html: string): Promise<void> {
  // The one before stays until now: a browser may still be printing it when it says that it is done.
  document.querySelector(`iframe.${FRAME}`)?.remove()
  const frame = document.createElement('iframe')
  frame.className = FRAME
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  frame.srcdoc = html
  const isLoaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await isLoaded
  const page = frame.contentDocument
  if (!page) return
  await page.fonts.ready
  cutRoll(page)
  frame.contentWindow?.print()
}

function cutRoll(page: Document): void {
  const roll = page.querySelector('[data-paper="80mm"]')
  const sheet = page.styleSheets.item(page.styleSheets.length - 1)
  if (!roll || !sheet) return
  const { height } = roll.getBoundingClientRect()
  sheet.insertRule(`@page roll { size: 80mm ${Math.ceil(height) + 1}px; margin: 0 }`, sheet.cssRules.length)
}
