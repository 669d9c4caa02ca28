import type { FormField } from '@clinic/contract/form-fields.ts'
import { Group, Stack, Text } from '@mantine/core'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { Loaded } from '../../ui/states.tsx'
import { SideDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { OpenLink } from '../links/open-link.tsx'
import { SendOrHere } from '../links/send-or-here.tsx'
import { PatientLink } from '../patients/patient-link.tsx'
import { builder } from './builder-texts.ts'
import { ANSWERED, type FormSheet } from './form-sheet.ts'
import { forms } from './texts.ts'

/** What a patient answered, or is to: the form that the address names. */
export function FormDrawer() {
  const t = useTexts(builder)
  const { opened, close } = useDrawer()
  return (
    <SideDrawer title={t.title} isOpen={opened.startsWith('fsb_')} close={close}>
      {() => <Opened key={opened} id={opened} />}
    </SideDrawer>
  )
}

function Opened({ id }: { id: string }) {
  return (
    <Loaded query={useRead('getFormSheet', { id })} rows={3} height={80}>
      {sheet => <Sheet sheet={sheet} />}
    </Loaded>
  )
}

function Sheet({ sheet }: { sheet: FormSheet }) {
  const t = useTexts(forms)
  const { id, patientId, patientName, title, status, fields, answers, allowed } = sheet
  return (
    <Stack>
      <Group gap="sm">
        {patientName !== null && <PatientLink patient={{ id: patientId, name: patientName }} />}
        <span className="tag" data-tone={status === 'DRAFT' ? 'warn' : 'ok'}>
          {t.answerStates[status]}
        </span>
      </Group>
      <Text fw={600}>
        <bdi>{title}</bdi>
      </Text>
      <OpenLink link={sheet.link} mayEnd={allowed.includes('SEND')} changes={ANSWERED} />
      {allowed.includes('SEND') && (
        <SendOrHere linked={{ kind: 'FORM', subjectId: id, patientId, changes: ANSWERED }} />
      )}
      {fields.map(field => (
        <Answer key={field.key} field={field} answer={answers[field.key]} />
      ))}
    </Stack>
  )
}

function Answer({ field, answer }: { field: FormField; answer: unknown }) {
  const t = useTexts(builder)
  const { language } = useLanguage()
  const said = (text: FormField['label']) => (language === 'ar' ? text.ar : undefined) ?? text.en
  const wordOf = (value: unknown): string => {
    if (typeof value === 'boolean') return value ? t.yes : t.no
    const option = field.options?.find(one => one.value === value)
    return option ? said(option.label) : String(value)
  }
  const given = Array.isArray(answer) ? answer : answer === undefined || answer === null ? [] : [answer]
  return (
    <div>
      <Text size="sm" c={field.type === 'section' ? undefined : 'dimmed'}>
        <bdi>{said(field.label)}</bdi>
      </Text>
      {field.type !== 'section' && (
        <Text className="name">
          <bdi>{given.length === 0 ? '–' : given.map(wordOf).join(', ')}</bdi>
        </Text>
      )}
    </div>
  )
}
