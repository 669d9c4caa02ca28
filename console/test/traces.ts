import type { Page } from 'playwright-core'

/** What a page leaves behind: every address that it had, with its title then, and what the browser keeps for it. */
export function watchTraces(page: Page): () => Promise<string> {
  const seen: Promise<string>[] = []
  const kept = () =>
    page.evaluate<string>(`(async () => JSON.stringify([
      document.title, history.state, { ...localStorage }, { ...sessionStorage }, document.cookie,
      (await indexedDB.databases()).map(({ name }) => name), await caches.keys(),
    ]))()`)
  page.on('framenavigated', frame => {
    const url = decodeURIComponent(frame.url())
    // A page that is being left keeps nothing any more.
    seen.push(
      kept().then(
        text => `${url} ${text}`,
        () => url,
      ),
    )
  })
  return async () => [...(await Promise.all(seen)), await kept()].join('\n')
}
