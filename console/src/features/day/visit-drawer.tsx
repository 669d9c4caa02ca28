import { Button, Group, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Returned } from '../../lib/api.ts'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead } from '../../lib/use-read.ts'
import { Name, plainName } from '../../ui/isolated.tsx'
import { Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { checkout } from '../checkout/texts.ts'
import { useToCheckout } from '../checkout/use-to-checkout.ts'
import { ToNote } from '../encounters/to-note.tsx'
import { ToForms } from '../forms/to-forms.tsx'
import { AskFeedback } from '../links/ask-feedback.tsx'
import { PatientLink } from '../patients/patient-link.tsx'
import { Flags } from './flags.tsx'
import { MoveDrawer } from './move-drawer.tsx'
import { NextVisit } from './next-visit.tsx'
import { StatusTag } from './status.tsx'
import { movesOf, shownStatus } from './status-rules.ts'
import { statusTexts } from './status-texts.ts'
import type { Deeds } from './use-deeds.ts'
import { VideoCall } from './video-call.tsx'
import { visits } from './visit-texts.ts'

type Visit = Returned<'getDayAppointment'>
interface DrawerProps {
  workplace: Returned<'getWorkplace'>
  deeds: Deeds
}

/** A visit with all that its card leaves out, what can be done with it, and who changed what. */
export function VisitDrawer({ workplace, deeds }: DrawerProps) {
  const t = useTexts(visits)
  const { opened } = useDrawer()
  const isVisit = opened.startsWith('apt_')
  const visit = useRead('getDayAppointment', { id: opened }, isVisit)
  return (
    <>
      <UrlDrawer name={isVisit ? opened : 'apt_'} title={t.visit}>
        {() => (
          <Loaded query={visit} rows={4} height={60}>
            {known => (
              <Stack>
                <Facts visit={known} workplace={workplace} />
                {deeds.mayMove(known) && <Moves visit={known} deeds={deeds} />}
                <ToNote visit={known} />
                {deeds.mayMove(known) && <VideoCall visit={known} isSetUp={workplace.video} />}
                <ToForms visit={known} />
                <ToCheckout visit={known} />
                <NextVisit visit={known} />
                <AskFeedback visit={known} />
                <History visit={known} />
              </Stack>
            )}
          </Loaded>
        )}
      </UrlDrawer>
      <MoveDrawer workplace={workplace} />
    </>
  )
}

function Facts({ visit, workplace }: { visit: Visit; workplace: DrawerProps['workplace'] }) {
  const t = useTexts(visits)
  const { slot, time } = useFormats()
  const { language } = useLanguage()
  const { patientId, name } = visit
  const doctor = workplace.practitioners.find(({ id }) => id === visit.doctorId)
  const procedures = workplace.procedures.filter(({ id }) => visit.procedureIds.includes(id))
  const facts = [
    [t.when, `${slot(visit.start)} – ${time(visit.end)}`],
    [t.doctor, doctor && plainName(nameOf(language, doctor))],
    [t.procedures, procedures.map(one => plainName(one.name)).join(', ')],
    [t.room, visit.room],
    [t.note, visit.details],
    [t.reason, visit.cancelReason],
  ] as const
  return (
    <>
      <Group gap="sm">
        {patientId !== null && name !== null ? <PatientLink patient={{ id: patientId, name }} /> : t.noPatient}
        <StatusTag status={shownStatus(visit)} />
        <Flags card={visit} currency={workplace.currency} />
      </Group>
      <dl className="facts">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ) : null,
        )}
      </dl>
    </>
  )
}

/** The next step is the one that matters. */
function Moves({ visit, deeds }: { visit: Visit; deeds: Deeds }) {
  const { steps } = useTexts(statusTexts)
  const { close } = useDrawer()
  return (
    <Group gap="xs">
      {movesOf(visit).map((to, index) => (
        <Button
          key={to}
          size="compact-md"
          variant={index === 0 ? 'filled' : 'default'}
          onClick={() => {
            close()
            deeds.go(visit, to)
          }}
        >
          {steps[to]}
        </Button>
      ))}
    </Group>
  )
}

function ToCheckout({ visit }: { visit: Visit }) {
  const t = useTexts(checkout)
  const to = useToCheckout().hrefFor(visit)
  if (to === undefined) return null
  return (
    <Group>
      <Button size="compact-md" variant="default" renderRoot={props => <Link {...props} to={to} />}>
        {t.start}
      </Button>
    </Group>
  )
}

function History({ visit }: { visit: Visit }) {
  const t = useTexts(visits)
  const { moment } = useFormats()
  const fields = new Map<string, string>(Object.entries(t.fields))
  const sayOf = ({ version, changes }: Visit['changes'][number]) =>
    version === 1 ? t.booking : t.changed(changes.flatMap(({ field }) => fields.get(field) ?? []).join(', '))
  const told = visit.changes.filter(
    ({ version, changes }) => version === 1 || changes.some(({ field }) => fields.has(field)),
  )
  if (told.length === 0) return null
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t.history}
      </Title>
      <ul className="rows">
        {told.map(change => (
          <li key={change.version}>
            <Name>{change.by.name ?? '–'}</Name> {sayOf(change)} <div className="small">{moment(change.at)}</div>
          </li>
        ))}
      </ul>
    </section>
  )
}
