import type { FormField } from '@clinic/contract/form-fields.ts'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { record } from '../../lib/problem.ts'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import { Loaded } from '../../ui/states.tsx'
import { SideDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { OpenLink } from '../links/open-link.tsx'
import { SendOrHere } from '../links/send-or-here.tsx'
import { PatientLink } from '../patients/patient-link.tsx'
import { AnswerForm } from './answer-form.tsx'
import { answerTexts } from './answer-texts.ts'
import { builder } from './builder-texts.ts'
import { ANSWERED, type FormSheet } from './form-sheet.ts'
import { forms } from './texts.ts'
import { useSaid } from './use-said.ts'

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
  const a = useTexts(answerTexts)
  const { id, patientId, patientName, title, status, allowed } = sheet
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
      <AsOpened of={sheet}>
        {shown => (shown.allowed.includes('ANSWER') ? <GoingOn sheet={shown} /> : <Given sheet={shown} />)}
      </AsOpened>
      {allowed.includes('SEND') && (
        <section aria-label={a.orPatient}>
          <Title order={3} size="h5" mb="xs">
            {a.orPatient}
          </Title>
          <SendOrHere linked={{ kind: 'FORM', subjectId: id, patientId, changes: ANSWERED }} />
        </section>
      )}
    </Stack>
  )
}

/** The answers so far, which are gone on with at the desk; the patient may have answered meanwhile. */
function GoingOn({ sheet: { id, title, fields, answers, version } }: { sheet: FormSheet }) {
  const t = useTexts(answerTexts)
  const f = useTexts(forms)
  const wordOf = useAnswerWords()
  const shown = (field: string, value: unknown): string | undefined => {
    if (field === 'status') return value === 'DRAFT' || value === 'SUBMITTED' ? f.answerStates[value] : undefined
    return fields.flatMap(one => wordOf(one, record(value)[one.key]) ?? []).join(' · ') || '–'
  }
  const changing = useWrite('changeAnswers', {
    changes: ANSWERED,
    said: ({ status }) => (status === 'DRAFT' ? t.kept : t.submitted),
    of: { version, words: { fields: t.changed, shown }, isOne: true },
  })
  return <AnswerForm {...{ title, fields, answers }} send={given => changing.mutateAsync({ id, ...given })} />
}

/** What was answered, in words; nothing of what is no question or has no answer. */
function useAnswerWords() {
  const t = useTexts(builder)
  const said = useSaid()
  return ({ type, options }: FormField, answer: unknown): string | undefined => {
    const wordOf = (value: unknown): string => {
      if (typeof value === 'boolean') return value ? t.yes : t.no
      const option = options?.find(one => one.value === value)
      return option ? said(option.label) : String(value)
    }
    const given = Array.isArray(answer) ? answer : answer === undefined || answer === null ? [] : [answer]
    return type === 'section' || given.length === 0 ? undefined : given.map(wordOf).join(', ')
  }
}

const Given = ({ sheet: { fields, answers } }: { sheet: FormSheet }) =>
  fields.map(field => <Answer key={field.key} field={field} answer={answers[field.key]} />)

function Answer({ field, answer }: { field: FormField; answer: unknown }) {
  const said = useSaid()
  const wordOf = useAnswerWords()
  return (
    <div>
      <Text size="sm" c={field.type === 'section' ? undefined : 'dimmed'}>
        <bdi>{said(field.label)}</bdi>
      </Text>
      {field.type !== 'section' && (
        <Text className="name">
          <bdi>{wordOf(field, answer) ?? '–'}</bdi>
        </Text>
      )}
    </div>
  )
}
