import { Button } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { ui } from '../texts.ts'
import classes from './grid.module.css'

/** Which page of a list is shown, as its address says: what is after a cursor, or the first. */
export const usePageCursor = (): string | undefined => useUrlState().read('after') || undefined

/** Below a list that answers page by page: the way back leads to the page before, a link to the same. */
export function Pager({ nextCursor }: { nextCursor: string | null }) {
  const t = useTexts(ui)
  const { write } = useUrlState()
  const after = usePageCursor()
  if (after === undefined && nextCursor === null) return null
  return (
    <div className={classes.pager}>
      {after !== undefined && (
        <Button variant="default" size="sm" onClick={() => write({ after: '' }, { push: true })}>
          {t.firstPage}
        </Button>
      )}
      {nextCursor !== null && (
        <Button variant="default" size="sm" onClick={() => write({ after: nextCursor }, { push: true })}>
          {t.nextPage}
        </Button>
      )}
    </div>
  )
}
