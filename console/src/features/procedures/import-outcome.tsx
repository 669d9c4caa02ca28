import { IMPORT_OUTCOMES } from '@clinic/contract/staff/procedures.ts'
import { Group, Text } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Ltr, Name, plainName } from '../../ui/isolated.tsx'
import { importTexts } from './import-texts.ts'

type Imported = Returned<'importProcedures'>
type Row = Imported['rows'][number]

/** What becomes of each line of a file: what is new first, then what changes, then what stays. */
export function Outcome({ tried: { rows, newGroups, ...counts } }: { tried: Imported }) {
  const t = useTexts(importTexts)
  const columns: readonly Column<Row>[] = [
    { key: 'name', title: t.name, cell: ({ name }) => <Name>{name}</Name> },
    { key: 'code', title: t.code, cell: ({ code }) => <Ltr>{code}</Ltr> },
    { key: 'line', title: t.line, cell: ({ line }) => <Ltr>{line}</Ltr> },
  ]
  return (
    <>
      <Group gap="xs">
        {IMPORT_OUTCOMES.map(outcome => (
          <span key={outcome} className="tag" data-tone={outcome === 'same' ? undefined : 'ok'}>
            {t.outcomes[outcome]} <Ltr className="">{counts[outcome]}</Ltr>
          </span>
        ))}
      </Group>
      {newGroups.length > 0 && (
        <Text>
          {t.newGroups} <Name>{newGroups.join(', ')}</Name>
        </Text>
      )}
      <Grid
        label={t.rows}
        rows={IMPORT_OUTCOMES.flatMap(wanted => rows.filter(({ outcome }) => outcome === wanted))}
        columns={columns}
        idOf={({ line }) => String(line)}
        nameOf={({ name }) => plainName(name)}
        under={({ outcome }) => t.outcomes[outcome]}
        empty={null}
      />
    </>
  )
}
