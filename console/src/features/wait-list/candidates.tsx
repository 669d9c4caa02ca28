import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead } from '../../lib/use-read.ts'
import { Name, plainName } from '../../ui/isolated.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useBooking } from '../booking/use-booking.ts'
import type { FreeTime } from './free-time.ts'
import { waitTexts } from './texts.ts'
import { WaitingRow } from './waiting-row.tsx'

interface CandidatesProps {
  free: FreeTime
  workplace: Returned<'getWorkplace'>
}

/** Who could come at a time that is free: who waits, then who has something open and no visit to come. */
export function Candidates({ free, workplace }: CandidatesProps) {
  const t = useTexts(waitTexts)
  const { slot } = useFormats()
  const { language } = useLanguage()
  const doctor = workplace.practitioners.find(({ id }) => id === free.doctorId)
  return (
    <>
      <Text fw={600}>{t.free(slot(free.start), doctor ? plainName(nameOf(language, doctor)) : '–')}</Text>
      <Loaded query={useRead('listSlotCandidates', free)} rows={2} height={80}>
        {({ waiting, treatments, labOrders }) => (
          <Stack>
            {waiting.length + treatments.length + labOrders.length === 0 && <Text c="dimmed">{t.noneFits}</Text>}
            {waiting.length > 0 && (
              <Part title={t.fits}>
                {waiting.map(entry => (
                  <WaitingRow key={entry.id} entry={entry} workplace={workplace} free={free} />
                ))}
              </Part>
            )}
            <WorkPart title={t.treatments} works={treatments} free={free} />
            <WorkPart title={t.labOrders} works={labOrders} free={free} />
          </Stack>
        )}
      </Loaded>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} size="h6" mb="xs">
      {title}
    </Title>
    <ul className="rows">{children}</ul>
  </section>
)

type OpenWork = Returned<'listSlotCandidates'>['treatments'][number]

/** Patients with something open: what, since when, and the way to book them. */
function WorkPart({ title, works, free }: { title: string; works: readonly OpenWork[]; free: FreeTime }) {
  const t = useTexts(waitTexts)
  const { day } = useFormats()
  const { open } = useBooking()
  const { start, end, doctorId } = free
  if (works.length === 0) return null
  return (
    <Part title={title}>
      {works.map(({ id, patientId, name, fileNumber, what, since }) => (
        <li key={id}>
          <Group justify="space-between" align="flex-start" gap="sm">
            <div className="row-text">
              <Name>{name}</Name> <span className="small">{t.file(fileNumber)}</span>
              <div className="small">{[...(what === null ? [] : [what]), day(since)].join(' · ')}</div>
            </div>
            <Button
              size="compact-md"
              aria-label={t.bookNamed(plainName(name))}
              onClick={() => open({ patientId, start, end, doctorId })}
            >
              {t.book}
            </Button>
          </Group>
        </li>
      ))}
    </Part>
  )
}
