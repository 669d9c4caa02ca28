import { INPUT } from 'virtual:staff-input/prepareConsent'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import type { Input, Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRead, useReadAll } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import type { Picked } from '../../ui/picker.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { SendOrHere } from '../links/send-or-here.tsx'
import { PatientPicker } from '../patients/patient-picker.tsx'
import { answerTexts } from './answer-texts.ts'
import { CONSENTED, type ConsentText } from './consent.ts'
import { type ClinicForm, isAnswerable } from './form-draft.ts'
import { ANSWERED } from './form-sheet.ts'
import { forms } from './texts.ts'

/** Has a patient sign a text or fill in a form: one who is given, or who is chosen. */
export function NewConsent({ patientId }: { patientId?: string }) {
  const texts = useReadAll('listConsentTemplates', {})
  const asked = useReadAll('listClinicForms', {})
  const workplace = useRead('getWorkplace', {})
  return (
    <Loaded query={texts} rows={3} height={60}>
      {all => (
        <Loaded query={asked} rows={3} height={60}>
          {forms => (
            <Loaded query={workplace} rows={3} height={60}>
              {place => (
                <Choosing {...{ patientId }} texts={all} forms={forms.filter(isAnswerable)} workplace={place} />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

/** The patient fills it in by a link or on the tablet, or the staff enter what the patient answers. */
function ToBeAnswered({ formId, patientId }: { formId: string; patientId: string }) {
  const t = useTexts(answerTexts)
  const { clinicId } = useClinicApi()
  const at = hrefOf(clinicId, 'patient', { id: patientId, tab: 'forms' })
  return (
    <>
      <SendOrHere linked={{ kind: 'FORM', subjectId: formId, patientId, changes: ANSWERED }} />
      <Group>
        <LinkButton variant="default" href={`${at}?open=${formId}`}>
          {t.fillDesk}
        </LinkButton>
      </Group>
    </>
  )
}

interface PreparingProps {
  texts: readonly ConsentText[]
  forms: readonly ClinicForm[]
  patientId: string | undefined
  workplace: Returned<'getWorkplace'>
}

function Choosing(props: PreparingProps) {
  const t = useTexts(forms)
  if (props.texts.length + props.forms.length > 0) return <Preparing {...props} />
  return <Empty title={t.nothing}>{t.noTextsLead}</Empty>
}

interface Draft {
  patient: Picked | undefined
  templateId: string
  doctorId: string
}

function usePreparing({ texts, forms: asked, patientId, workplace }: PreparingProps) {
  const t = useTexts(forms)
  const { branch } = useBranch()
  const { open } = useDrawer()
  const [initial] = useState<Draft>({
    ...{ patient: undefined, templateId: texts[0]?.id ?? asked[0]?.id ?? '', doctorId: workplace.practitionerId ?? '' },
  })
  const preparing = useWrite('prepareConsent', { changes: CONSENTED, said: () => t.preparedSaid })
  const inputOf = ({ templateId, doctorId, ...draft }: Draft): Input<'prepareConsent'> => ({
    ...{ templateId, patientId: patientId ?? draft.patient?.id ?? '', branchId: branch?.id ?? '' },
    ...(doctorId !== '' && { doctorId }),
  })
  return useForm<Draft, Returned<'prepareConsent'>>({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => preparing.mutateAsync(inputOf(draft)),
    leave: ({ id }) => open(id),
  })
}

/** Whom, which text, and who treats; what was prepared opens, to be sent or signed on the tablet. */
function Preparing(props: PreparingProps) {
  const { texts, forms: asked, workplace } = props
  const t = useTexts(forms)
  const { language } = useLanguage()
  const form = usePreparing(props)
  const errorAt = useErrorAt(form, INPUT)
  const { values } = form
  const asForm = asked.find(({ id }) => id === values.templateId)
  const patientId = props.patientId ?? values.patient?.id
  const named = (all: readonly { id: string; name: string; nameAr: string | null }[]) =>
    all.map(one => ({ value: one.id, label: plainName(nameOf(language, one)) }))
  return (
    <form {...form.props} aria-label={t.sendTitle}>
      <Stack>
        <Text c="dimmed">{t.sendLead}</Text>
        {props.patientId === undefined && (
          <PatientPicker
            label={t.patient}
            required
            isFirst
            chosen={values.patient}
            error={errorAt('/patientId')}
            onChoose={patient => form.set({ patient })}
          />
        )}
        <NativeSelect
          label={t.what}
          data={[
            { group: t.textGroup, items: named(texts) },
            { group: t.formGroup, items: asked.map(({ id, title }) => ({ value: id, label: plainName(title) })) },
          ]}
          value={values.templateId}
          error={errorAt('/templateId')}
          onChange={event => form.set({ templateId: event.currentTarget.value })}
        />
        {asForm ? (
          patientId !== undefined && <ToBeAnswered formId={asForm.id} patientId={patientId} />
        ) : (
          <>
            <NativeSelect
              label={t.doctor}
              description={t.doctorHint}
              data={[{ value: '', label: t.noDoctor }, ...named(workplace.practitioners)]}
              value={values.doctorId}
              onChange={event => form.set({ doctorId: event.currentTarget.value })}
            />
            <ProblemNotice error={form.error} />
            <Group>
              <Button type="submit" loading={form.pending}>
                {t.next}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </form>
  )
}
