import { useTexts } from '../../lib/language-choice.tsx'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Ltr, plainName } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Fault, reasonOf } from './import-fault.ts'
import { importTexts } from './import-texts.ts'

/** Where a file is wrong and why, cell by cell. */
export function Faults({ faults }: { faults: readonly Fault[] }) {
  const t = useTexts(importTexts)
  const columns: readonly Column<Fault>[] = [
    { key: 'line', title: t.line, cell: ({ line }) => <Ltr>{line}</Ltr> },
    {
      key: 'column',
      title: t.column,
      cell: ({ column }) => (column === null ? t.wholeLine : <Ltr>{plainName(column)}</Ltr>),
    },
    { key: 'reason', title: t.reason, cell: fault => reasonOf(fault, t) },
  ]
  return (
    <>
      <div role="alert">
        <Notice tone="warn">{t.wrong(faults.length)}</Notice>
      </div>
      <Grid
        label={t.wrongCells}
        rows={faults}
        columns={columns}
        idOf={({ line, column, code }) => `${line} ${column} ${code}`}
        nameOf={({ line }) => String(line)}
        empty={null}
      />
    </>
  )
}
