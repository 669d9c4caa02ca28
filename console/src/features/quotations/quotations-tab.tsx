import { Group, Stack } from '@mantine/core'
import { IconFileDollar } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadPages } from '../../lib/use-read.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Day, Name } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty } from '../../ui/states.tsx'
import { Amount } from '../money/money-parts.tsx'
import { State } from './quotation-parts.tsx'
import { QuoteButton } from './quote-button.tsx'
import { quotations } from './texts.ts'

type Quotation = Returned<'listClinicQuotations'>

/** What the patient was offered, newest first, and the way to offer more. */
export function QuotationsTab({ id }: { id: string }) {
  const t = useTexts(quotations)
  const navigate = useNavigate()
  const { clinicId } = useClinicApi()
  const columns = useColumns()
  const pages = useReadPages('listClinicQuotations', cursor => ({ patientId: id, cursor }))
  return (
    <Stack gap="md">
      <Group>
        <QuoteButton patientId={id} />
      </Group>
      <Pages query={pages} height={240}>
        {rows => (
          <Grid
            label={t.list}
            {...{ rows, columns }}
            idOf={quotation => quotation.id}
            nameOf={({ optionLabel, name }) => optionLabel ?? name ?? t.title}
            onOpen={quotation => void navigate({ to: hrefOf(clinicId, 'quotation', { id: quotation.id }) })}
            empty={
              <Empty icon={<IconFileDollar size={22} stroke={1.6} />} title={t.none}>
                {t.noneLead}
              </Empty>
            }
          />
        )}
      </Pages>
    </Stack>
  )
}

function useColumns(): readonly Column<Quotation>[] {
  const t = useTexts(quotations)
  return [
    {
      key: 'name',
      title: t.title,
      cell: ({ optionLabel, name }) => (
        <>
          {optionLabel !== null && t.option(optionLabel)} {name !== null && <Name>{name}</Name>}
        </>
      ),
    },
    { key: 'date', title: t.date, cell: ({ createdAt }) => <Day at={createdAt} />, by: ({ createdAt }) => createdAt },
    { key: 'state', title: t.state, cell: ({ state }) => <State of={state} /> },
    { key: 'total', title: t.total, cell: ({ total }) => <Amount of={total} />, by: ({ total }) => total },
    { key: 'due', title: t.due, cell: ({ due }) => <Amount of={due} />, by: ({ due }) => due },
  ]
}
