import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Name, plainName } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { SettingsRoom } from '../settings/settings-room.tsx'
import type { Template } from './draft.ts'
import { EditTemplate, NewTemplate } from './template-form.tsx'
import { noteTemplates } from './texts.ts'

/** What the notes of visits may begin with. */
export function NoteTemplatesPage() {
  const t = useTexts(noteTemplates)
  const { open } = useDrawer()
  const templates = useReadAll('listNoteTemplates', {})
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('new')}>
      {t.add}
    </Button>
  )
  return (
    <SettingsRoom actions={add}>
      <Section title={t.title} lead={t.lead}>
        <Loaded query={templates} rows={3} height={48}>
          {all => <Templates templates={all} />}
        </Loaded>
      </Section>
      <UrlDrawer name="new" title={t.add}>
        {() => <NewTemplate />}
      </UrlDrawer>
    </SettingsRoom>
  )
}

function Templates({ templates }: { templates: readonly Template[] }) {
  const t = useTexts(noteTemplates)
  const { language } = useLanguage()
  const { open } = useDrawer()
  const columns: readonly Column<Template>[] = [
    { key: 'name', title: t.names.name, cell: ({ name }) => <Name>{name}</Name> },
    {
      key: 'type',
      title: t.names.visitType,
      cell: ({ visitType }) => (visitType === null ? t.byHand : <Name>{visitType}</Name>),
    },
    {
      key: 'fields',
      title: t.names.fields,
      cell: ({ fields }) => plainName(fields.map(({ prompt }) => prompt[language]).join(' · ')),
    },
  ]
  return (
    <>
      <Grid
        label={t.title}
        rows={templates}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => plainName(name)}
        onOpen={({ id }) => open(id)}
        empty={<Text c="dimmed">{t.empty}</Text>}
      />
      {templates.map(template => (
        <UrlDrawer key={template.id} name={template.id} title={t.template}>
          {() => <AsOpened of={template}>{one => <EditTemplate template={one} />}</AsOpened>}
        </UrlDrawer>
      ))}
    </>
  )
}
