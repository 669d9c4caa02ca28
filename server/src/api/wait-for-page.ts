import type { NewsOf } from '../domain/sandbox/clock/await-clock.ts'
import { refuseInput } from '../kernel/errors.ts'
import type { Page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'

/**
 * What is there already shows only when no transaction under way can still precede it, and its end is told by nothing where it
 * wrote nothing: after this long it is asked anew, then after twice as long, and so on.
 */
const SETTLES_MS = 250

/** The page, as soon as there is something on it, in a sandbox clinic: it is read anew after each write there. */
export async function waitForPage<Item>(
  tx: Tx,
  seconds: number,
  newsOf: NewsOf,
  read: () => Promise<Page<Item>>,
): Promise<Page<Item>> {
  if (!tx.clinic.sandbox)
    refuseInput({ path: 'wait', code: 'sandbox_only', message: 'is for tests in a sandbox clinic' })
  const end = performance.now() + seconds * 1_000
  // Listens before it reads: what is committed in between is heard of.
  const news = newsOf(tx.clinic.id)
  try {
    for (let settles = SETTLES_MS; ; ) {
      const page = await read()
      const left = end - performance.now()
      if (page.data.length > 0 || left <= 0) return page
      const heard = await news.next(Math.min(settles, left))
      if (heard === 'over') return page
      settles = heard === 'news' ? SETTLES_MS : settles * 2
    }
  } finally {
    news.end()
  }
}
