import { Button, Group } from '@mantine/core'
import { IconFileImport, IconList, IconPlus } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead, useReadAll } from '../../lib/use-read.ts'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { SettingsRoom } from '../settings/settings-room.tsx'
import { Groups } from './groups.tsx'
import { ImportList } from './import-list.tsx'
import { NewProcedure } from './procedure-form.tsx'
import { ProcedureList } from './procedure-list.tsx'
import { procedureTexts } from './texts.ts'

/** What the clinic does and what it costs: line by line, by group, or read in from a file. */
export function ProceduresPage() {
  const t = useTexts(procedureTexts)
  const procedures = useReadAll('listClinicProcedures', {})
  const { data: workplace } = useRead('getWorkplace', {})
  const currency = workplace?.currency ?? ''
  return (
    <SettingsRoom actions={<Actions />}>
      <Section title={t.title} lead={t.lead}>
        <Loaded query={procedures} rows={6} height={48}>
          {all => <ProcedureList procedures={all} currency={currency} />}
        </Loaded>
      </Section>
      <UrlDrawer name="new" title={t.newProcedure}>
        {() => <NewProcedure currency={currency} />}
      </UrlDrawer>
      <UrlDrawer name="groups" title={t.groups}>
        {() => <Groups />}
      </UrlDrawer>
      <UrlDrawer name="import" title={t.importTitle}>
        {() => <ImportList />}
      </UrlDrawer>
    </SettingsRoom>
  )
}

function Actions() {
  const t = useTexts(procedureTexts)
  const { open } = useDrawer()
  return (
    <Group gap="sm">
      <Button variant="default" leftSection={<IconList size={18} aria-hidden />} onClick={() => open('groups')}>
        {t.groups}
      </Button>
      <Button variant="default" leftSection={<IconFileImport size={18} aria-hidden />} onClick={() => open('import')}>
        {t.importTitle}
      </Button>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('new')}>
        {t.newProcedure}
      </Button>
    </Group>
  )
}
