import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { askIn, type Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead } from '../../lib/use-read.ts'
import { plainName } from '../../ui/isolated.tsx'
import type { LabelledProps } from './setting-props.ts'
import { settingsTexts } from './settings-texts.ts'

/** Whose records a form offers that is shown outside of clinics: those of this clinic, or of none. */
export const RecordsOf = createContext<string | null | undefined>(undefined)

/** A record of the clinic, by its name: an active one, or the one that is chosen already. */
export function RecordInput(props: LabelledProps) {
  const clinicId = use(RecordsOf)
  if (clinicId === null) return <RecordChoice {...props} workplace={NOTHING} />
  return clinicId === undefined ? <RecordOfClinic {...props} /> : <RecordOf clinicId={clinicId} {...props} />
}

type Workplace = Pick<Returned<'getWorkplace'>, 'branches' | 'practitioners'>
const NOTHING: Workplace = { branches: [], practitioners: [] }

function RecordOfClinic(props: LabelledProps) {
  const { data } = useRead('getWorkplace', {})
  return <RecordChoice {...props} workplace={data} />
}

function RecordOf({ clinicId, ...props }: LabelledProps & { clinicId: string }) {
  const { data } = useQuery({
    queryKey: ['workplace', clinicId],
    queryFn: ({ signal }) => askIn(clinicId).ask('getWorkplace', {}, signal),
  })
  return <RecordChoice {...props} workplace={data} />
}

interface RecordChoiceProps extends LabelledProps {
  /** Until it is known which there are there is none. */
  workplace: Workplace | undefined
}

function RecordChoice({ field, value, onChange, kept: _, workplace, ...labelled }: RecordChoiceProps) {
  const records = field.type === 'branch' ? workplace?.branches : workplace?.practitioners
  const t = useTexts(settingsTexts)
  const { language } = useLanguage()
  const chosen = typeof value === 'string' ? value : ''
  // Nothing offers templates yet: a choice that has none says so.
  const none = field.type === 'messageTemplate'
  const options = (records ?? []).map(record => ({ value: record.id, label: plainName(nameOf(language, record)) }))
  const gone =
    chosen !== '' && records && !records.some(({ id }) => id === chosen) ? [{ value: chosen, label: '—' }] : []
  return (
    <NativeSelect
      size="md"
      {...labelled}
      disabled={none}
      data={[{ value: '', label: none ? t.noTemplates : t.choose }, ...(none ? [] : options), ...gone]}
      value={chosen}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
