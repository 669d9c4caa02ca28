import { refuseInput } from '../../kernel/errors.ts'

/** Refuses items of the stock that are named twice. */
export function requireEachOnce(items: readonly { inventoryItemId: string }[], path: string): void {
  const ids = items.map(({ inventoryItemId }) => inventoryItemId)
  const issues = ids.flatMap((id, index) =>
    ids.indexOf(id) === index
      ? []
      : [{ path: `${path}/${index}/inventoryItemId`, code: 'duplicate', message: 'must not come twice' }],
  )
  if (issues.length > 0) refuseInput(...issues)
}
