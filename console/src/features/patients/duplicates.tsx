import { Anchor, Button, Checkbox, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { detailsOf, isProblem } from '../../lib/problem.ts'
import { CalendarDay, Name } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { patientList } from './list-texts.ts'
import { newPatient } from './new-texts.ts'

type Reason = keyof typeof newPatient.en.reasons
const REASONS: readonly Reason[] = ['NATIONAL_ID', 'PHONE_AND_NAME', 'NAME_AND_BIRTH_DATE']

/** A file that may be of the person; of one out of sight no more than initials and its number. */
export interface Match {
  id: string | null
  name: string
  fileNumber: number
  birthDate: string | null
  reasons: readonly Reason[]
}

/** The files because of which none was opened; nothing where it was for something else. */
export function duplicatesIn(error: unknown): readonly Match[] | undefined {
  if (!isProblem(error, 'possible_duplicate')) return undefined
  const { matches } = detailsOf(error)
  return Array.isArray(matches) ? matches.map(matchOf) : []
}

function matchOf(value: object): Match {
  const found: Readonly<Record<string, unknown>> = { ...value }
  const { id, name, fileNumber, birthDate, reasons } = found
  return {
    id: typeof id === 'string' ? id : null,
    name: String(name),
    fileNumber: Number(fileNumber),
    birthDate: typeof birthDate === 'string' ? birthDate : null,
    reasons: REASONS.filter(reason => Array.isArray(reasons) && reasons.includes(reason)),
  }
}

interface DuplicatesProps {
  matches: readonly Match[]
  isAnother: boolean
  onAnother: (isAnother: boolean) => void
  /** Goes on with a file that there is; unless told, it is opened. */
  onTake?: (match: { id: string; name: string }) => void
}

/** Offers the files that there are, and lets the person say that none of them is meant. */
export function Duplicates({ matches, isAnother, onAnother, onTake }: DuplicatesProps) {
  const t = useTexts(newPatient)
  return (
    <div role="alert">
      <Notice tone="warn">
        <Stack gap="sm">
          <Text inherit fw={600}>
            {t.duplicates}
          </Text>
          <Text inherit>{t.duplicatesLead}</Text>
          <ul className="rows">
            {matches.map(match => (
              <li key={match.fileNumber}>
                <MatchShown match={match} onTake={onTake} />
              </li>
            ))}
          </ul>
          <Checkbox label={t.another} checked={isAnother} onChange={event => onAnother(event.currentTarget.checked)} />
        </Stack>
      </Notice>
    </div>
  )
}

interface MatchProps {
  match: Match
  onTake: DuplicatesProps['onTake'] | undefined
}

function MatchName({ match: { id, name }, onTake }: MatchProps) {
  const { clinicId } = useClinicApi()
  if (id === null) return <Name>{name}</Name>
  if (onTake)
    return (
      <Button size="compact-sm" variant="default" onClick={() => onTake({ id, name })}>
        <Name>{name}</Name>
      </Button>
    )
  return (
    <Anchor inherit renderRoot={props => <Link {...props} to={hrefOf(clinicId, 'patient', { id, tab: 'details' })} />}>
      <Name>{name}</Name>
    </Anchor>
  )
}

function MatchShown({ match, onTake }: MatchProps) {
  const { id, fileNumber, birthDate, reasons } = match
  const t = useTexts(newPatient)
  const words = useTexts(patientList)
  return (
    <>
      <MatchName match={match} onTake={onTake} />{' '}
      <span className="small">
        {words.file(fileNumber)} {birthDate !== null && <CalendarDay date={birthDate} />} {id === null && t.elsewhere}
      </span>
      <div>{reasons.map(reason => t.reasons[reason]).join(' · ')}</div>
    </>
  )
}
