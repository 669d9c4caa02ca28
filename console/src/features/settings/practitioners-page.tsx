import { Button, ColorSwatch, Group, Text } from '@mantine/core'
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
import { peopleTexts } from './people-texts.ts'
import type { Person } from './person-draft.ts'
import { EditPerson, NewPerson } from './person-form.tsx'
import { SettingsRoom } from './settings-room.tsx'

/** Who works in the clinic, as it lists them. */
export function PractitionersPage() {
  const t = useTexts(peopleTexts)
  const { open } = useDrawer()
  const people = useReadAll('listClinicPractitioners', {})
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('new')}>
      {t.newPerson}
    </Button>
  )
  return (
    <SettingsRoom actions={add}>
      <Section title={t.title} lead={t.lead}>
        <Loaded query={people} rows={4} height={48}>
          {all => <People people={all} />}
        </Loaded>
      </Section>
      <UrlDrawer name="new" title={t.newPerson}>
        {() => <NewPerson />}
      </UrlDrawer>
    </SettingsRoom>
  )
}

function People({ people }: { people: readonly Person[] }) {
  const t = useTexts(peopleTexts)
  const { language } = useLanguage()
  const { open } = useDrawer()
  const nameOf = ({ displayName, displayNameAr }: Person) => (language === 'ar' && displayNameAr) || displayName
  const columns: readonly Column<Person>[] = [
    {
      key: 'name',
      title: t.displayName,
      by: nameOf,
      cell: person => (
        <Group gap={8} wrap="nowrap">
          {person.color !== null && <ColorSwatch component="span" color={person.color} size={12} />}
          <Name>{nameOf(person)}</Name>
        </Group>
      ),
    },
    { key: 'role', title: t.role, cell: ({ role }) => <bdi>{plainName(role)}</bdi> },
    { key: 'kind', title: t.person, cell: ({ isDoctor }) => (isDoctor ? t.doctor : t.other) },
    {
      key: 'slot',
      title: t.slotMinutes,
      by: ({ slotMinutes }) => slotMinutes,
      cell: ({ isDoctor, slotMinutes }) => isDoctor && t.minutesOf(slotMinutes),
    },
    {
      key: 'active',
      title: t.active,
      cell: ({ active }) => (
        <span className="tag" data-tone={active ? 'ok' : undefined}>
          {active ? t.works : t.left}
        </span>
      ),
    },
  ]
  return (
    <>
      <Grid
        label={t.title}
        rows={people}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={person => plainName(nameOf(person))}
        onOpen={({ id }) => open(id)}
        empty={<Text c="dimmed">{t.empty}</Text>}
      />
      {people.map(person => (
        <UrlDrawer key={person.id} name={person.id} title={t.person}>
          {() => <AsOpened of={person}>{one => <EditPerson person={one} />}</AsOpened>}
        </UrlDrawer>
      ))}
    </>
  )
}
