import { IconSignature } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Day, Name, plainName } from '../../ui/isolated.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import type { ConsentEntry } from './consent.ts'
import { ConsentName, ConsentState } from './consent-parts.tsx'
import { forms } from './texts.ts'

/** What waits for a signature or a witness, oldest first. */
export function Unsigned() {
  const t = useTexts(forms)
  const { open } = useDrawer()
  const columns: readonly Column<ConsentEntry>[] = [
    { key: 'patient', title: t.patient, cell: ({ patientName }) => patientName !== null && <Name>{patientName}</Name> },
    { key: 'name', title: t.text, cell: consent => <ConsentName of={consent} /> },
    { key: 'state', title: t.state, cell: ({ state }) => <ConsentState of={state} /> },
    {
      key: 'created',
      title: t.prepared,
      cell: ({ createdAt }) => <Day at={createdAt} />,
      by: ({ createdAt }) => createdAt,
    },
    {
      key: 'expires',
      title: t.expires,
      cell: ({ expiresAt }) => expiresAt !== null && <Day at={expiresAt} />,
      by: ({ expiresAt }) => expiresAt ?? '',
    },
  ]
  return (
    <Loaded query={useReadAll('listWaitingConsents', {})} rows={4} height={48}>
      {waiting => (
        <Grid
          label={t.tabs.unsigned}
          rows={waiting}
          columns={columns}
          idOf={({ id }) => id}
          nameOf={({ patientName, name }) => plainName(patientName ?? name)}
          onOpen={({ id }) => open(id)}
          empty={
            <Empty icon={<IconSignature size={22} stroke={1.6} />} title={t.noneWaiting}>
              {t.noneWaitingLead}
            </Empty>
          }
        />
      )}
    </Loaded>
  )
}
