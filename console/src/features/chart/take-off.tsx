import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import type { ChartItem } from './chart.ts'
import { chart as chartTexts } from './texts.ts'
import { isRemovable } from './use-chart-keys.ts'
import { CHANGES } from './use-moves.ts'

/**
 * Asks why an item is taken off the chart: what is only planned is rejected, the rest was entered in error. It stands beside
 * the lists, so that what is typed stays when the item moves from one to another.
 */
export function TakeOff({ item }: { item: ChartItem }) {
  const t = useTexts(chartTexts)
  const said = () => t.taken
  const rejecting = useWrite('rejectTreatment', { changes: CHANGES, said })
  const voiding = useWrite('voidTreatment', { changes: CHANGES, said })
  const { id, name, allowed } = item
  if (!isRemovable(item)) return null
  const taking = allowed.includes('REJECT') ? rejecting : voiding
  return (
    <NoteDialog
      trigger={open => <button type="button" hidden data-take-off={id} onClick={open} />}
      title={t.takeOffTitle(plainName(name))}
      lead={allowed.includes('REJECT') ? t.rejectLead : t.voidLead}
      note={t.reason}
      missing={t.noReason}
      deed={t.takeOff}
      isDanger
      pending={taking.isPending}
      error={taking.error}
      act={({ note = '' }) => taking.mutateAsync({ id, reason: note })}
    />
  )
}
