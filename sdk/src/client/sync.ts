import type { Page, Synced, SyncInput } from '../calls.ts'
import { ClinicError } from '../errors.ts'

interface Changed {
  readonly updatedAt: string
}
/** Reads the changes after a mark, page after page. */
type PagesAfter<Item> = (updatedAfter: string) => AsyncIterable<Page<Item>>

const BEGINNING = '1970-01-01T00:00:00.000Z'

/** Times in a row that a cursor may be refused while the mark stays where it is: more is no accident. */
const MOST_RESTARTS = 5

/**
 * From where to go on after a page: the latest change where it is the last one. Changes of one instant may stand on two
 * pages, so that before there is more to come the latest instant is not done yet, and the one before it is.
 */
function markAfter({ data, hasMore }: Page<Changed>, mark: string): string {
  const latest = data.at(-1)?.updatedAt
  if (latest === undefined) return mark
  return hasMore ? (data.findLast(({ updatedAt }) => updatedAt < latest)?.updatedAt ?? mark) : latest
}

const isLost = (error: unknown): boolean => error instanceof ClinicError && error.code === 'invalid_cursor'

interface Progress {
  mark: string
  count: number
}

async function readOn<Item extends Changed>(
  pages: AsyncIterable<Page<Item>>,
  { each, save }: SyncInput<Item, object>,
  progress: Progress,
): Promise<void> {
  for await (const page of pages) {
    for (const item of page.data) await each(item)
    progress.count += page.data.length
    const mark = markAfter(page, progress.mark)
    if (mark === progress.mark) continue
    progress.mark = mark
    await save?.(mark)
  }
}

/** Gives every change since the mark to `each`; begins again from the last mark where the service lost the cursor. */
export async function sync<Item extends Changed>(
  pagesAfter: PagesAfter<Item>,
  input: SyncInput<Item, object>,
): Promise<Synced> {
  const since = input.since instanceof Date ? input.since.toISOString() : (input.since ?? BEGINNING)
  const progress: Progress = { mark: since, count: 0 }
  for (let restarts = 0; ; restarts++) {
    const before = progress.mark
    try {
      await readOn(pagesAfter(progress.mark), input, progress)
      return { count: progress.count, mark: progress.mark === BEGINNING ? undefined : progress.mark }
    } catch (error) {
      if (progress.mark !== before) restarts = 0
      if (!isLost(error) || restarts >= MOST_RESTARTS) throw error
    }
  }
}
