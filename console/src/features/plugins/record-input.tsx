import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { askIn, type Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead, useReadAll } from '../../lib/use-read.ts'
import { plainName } from '../../ui/isolated.tsx'
import type { LabelledProps } from './setting-props.ts'
import { settingsTexts } from './settings-texts.ts'

/** Whose records a form offers that is shown outside of clinics: those of this clinic, or of none. */
export const RecordsOf = createContext<string | null | undefined>(undefined)

/** A record of the clinic, by its name: an active one, or the one that is chosen already. */
export function RecordInput(props: LabelledProps) {
  const clinicId = use(RecordsOf)
  if (clinicId === null) return <RecordChoice {...props} records={[]} />
  return clinicId === undefined ? <RecordOfClinic {...props} /> : <RecordOf clinicId={clinicId} {...props} />
}

function RecordOfClinic(props: LabelledProps) {
  const { type } = props.field
  const isTemplate = type === 'messageTemplate'
  const workplace = useRead('getWorkplace', {}, !isTemplate)
  const templates = useReadAll('listSettingTemplates', {}, isTemplate)
  return <RecordChoice {...props} records={choicesOf(type, workplace.data, templates.data)} />
}

function RecordOf({ clinicId, ...props }: LabelledProps & { clinicId: string }) {
  const { type } = props.field
  const { ask, askAll } = askIn(clinicId)
  const isTemplate = type === 'messageTemplate'
  const workplace = useQuery({
    queryKey: ['workplace', clinicId],
    queryFn: ({ signal }) => ask('getWorkplace', {}, signal),
    enabled: !isTemplate,
  })
  const templates = useQuery({
    queryKey: ['templates', clinicId],
    queryFn: ({ signal }) => askAll('listSettingTemplates', {}, signal),
    enabled: isTemplate,
  })
  return <RecordChoice {...props} records={choicesOf(type, workplace.data, templates.data)} />
}

interface RecordChoiceProps extends LabelledProps {
  /** Until it is known which there are there is none. */
  records: readonly Choice[] | undefined
}

function RecordChoice({ field, value, onChange, kept: _, records, ...labelled }: RecordChoiceProps) {
  const t = useTexts(settingsTexts)
  const { language } = useLanguage()
  const chosen = typeof value === 'string' ? value : ''
  const none = field.type === 'messageTemplate' && records?.length === 0
  const options = (records ?? []).map(record => ({ value: record.id, label: plainName(nameOf(language, record)) }))
  const gone =
    chosen !== '' && records && !records.some(({ id }) => id === chosen) ? [{ value: chosen, label: '—' }] : []
  return (
    <NativeSelect
      size="md"
      {...labelled}
      disabled={none}
      data={[{ value: '', label: none ? t.noTemplates : t.choose }, ...options, ...gone]}
      value={chosen}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

interface Choice {
  id: string
  name: string
  nameAr: string | null
}

type Workplace = Pick<Returned<'getWorkplace'>, 'branches' | 'practitioners'>
type Template = Returned<'listSettingTemplates'>

/** What a field of this type is chosen from; nothing until it is known. */
function choicesOf(
  type: LabelledProps['field']['type'],
  workplace: Workplace | undefined,
  templates: readonly Template[] | undefined,
): readonly Choice[] | undefined {
  if (type === 'messageTemplate')
    return templates?.map(({ id, name, language }) => ({ id, name: `${name} (${language})`, nameAr: null }))
  return type === 'branch' ? workplace?.branches : workplace?.practitioners
}
