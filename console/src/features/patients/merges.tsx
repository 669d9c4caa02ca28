import { Button, Group, Title } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Day } from '../../ui/isolated.tsx'
import { Loaded } from '../../ui/states.tsx'
import { careTexts } from './care-texts.ts'
import { useMergeRefusal } from './use-merge-refusal.ts'

type Merge = Returned<'listPatientMerges'>

/** Which files were merged into this one, and the way to part them again; nothing where there are none. */
export function Merges({ id }: { id: string }) {
  const t = useTexts(careTexts)
  const merges = useReadAll('listPatientMerges', { id })
  return (
    <Loaded query={merges} rows={1} height={40}>
      {all =>
        all.length > 0 && (
          <div>
            <Title order={3} size="h6" mb="xs">
              {t.merged}
            </Title>
            <ul className="rows">
              {all.map(merge => (
                <li key={merge.id}>
                  <MergeRow merge={merge} />
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  )
}

function MergeRow({ merge }: { merge: Merge }) {
  const t = useTexts(careTexts)
  const { createdAt, undoneAt, undoableUntil, moved } = merge
  const isUndoable = undoneAt === null && Date.parse(undoableUntil) > Date.now()
  return (
    <Group justify="space-between" gap="sm">
      <div className="row-text">
        {t.mergedOn} <Day at={createdAt} />. {t.mergedLead(moved)}
        <div className="small">
          {undoneAt !== null && (
            <>
              {t.partedOn} <Day at={undoneAt} />
            </>
          )}
          {isUndoable && (
            <>
              {t.until} <Day at={undoableUntil} />
            </>
          )}
        </div>
      </div>
      {isUndoable && <UndoMerge id={merge.id} />}
    </Group>
  )
}

function UndoMerge({ id }: { id: string }) {
  const t = useTexts(careTexts)
  const refusal = useMergeRefusal()
  const undoing = useWrite('undoPatientMerge', {
    changes: ['listPatientMerges', 'getPatientFile', 'getPatientSummary', 'searchPatients', 'searchClinic'],
    said: () => t.undone,
  })
  return (
    <Confirm
      trigger={open => (
        <Button size="compact-sm" variant="default" onClick={open}>
          {t.undo}
        </Button>
      )}
      title={t.undoTitle}
      deed={t.undo}
      pending={undoing.isPending}
      error={undoing.error}
      own={{ undo_expired: t.tooLate, ...refusal(undoing.error) }}
      act={() => undoing.mutateAsync({ id })}
    >
      {t.undoLead}
    </Confirm>
  )
}
