import { NativeSelect } from '@mantine/core'
import { createContext, use } from 'react'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead, useReadAll } from '../../lib/use-read.ts'
import { plainName } from '../../ui/isolated.tsx'
import type { LabelledProps } from './setting-props.ts'
import { settingsTexts } from './settings-texts.ts'

/** Whether a form is shown outside of any clinic, to those who write it: it has no records to choose from. */
export const OutsideClinics = createContext(false)

/** A record of the clinic, by its name: an active one, or the one that is chosen already. */
export function RecordInput(props: LabelledProps) {
  return use(OutsideClinics) ? <RecordChoice {...props} records={[]} /> : <RecordOfClinic {...props} />
}

function RecordOfClinic(props: LabelledProps) {
  return <RecordChoice {...props} records={useRecords(props.field.type)} />
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

/** What a field of this type is chosen from; nothing until it is known. */
function useRecords(type: LabelledProps['field']['type']): readonly Choice[] | undefined {
  const isTemplate = type === 'messageTemplate'
  const workplace = useRead('getWorkplace', {}, !isTemplate)
  const templates = useReadAll('listSettingTemplates', {}, isTemplate)
  if (isTemplate)
    return templates.data?.map(({ id, name, language }) => ({ id, name: `${name} (${language})`, nameAr: null }))
  return type === 'branch' ? workplace.data?.branches : workplace.data?.practitioners
}
