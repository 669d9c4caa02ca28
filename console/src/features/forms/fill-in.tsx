import { areFormFields } from '@clinic/contract/form-fields.ts'
import { Button, Stack, Text } from '@mantine/core'
import { IconForms } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { SideDrawer, UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { AnswerForm } from './answer-form.tsx'
import { answerTexts } from './answer-texts.ts'
import { type ClinicForm, isAnswerable } from './form-draft.ts'
import { ANSWERED } from './form-sheet.ts'
import { forms } from './texts.ts'

/** Which form is filled in for a patient, and the one that the address names. */
export function FillIn({ patientId }: { patientId: string }) {
  const t = useTexts(answerTexts)
  const { opened, close } = useDrawer()
  return (
    <>
      <UrlDrawer name="fill" title={t.fill}>
        {() => <Choosing patientId={patientId} />}
      </UrlDrawer>
      <SideDrawer title={t.fill} isOpen={opened.startsWith('frm_')} close={close}>
        {() => <Filling key={opened} formId={opened} patientId={patientId} />}
      </SideDrawer>
    </>
  )
}

/** The forms that are in use; one that was begun is gone on with, and one for a single answer is answered once. */
function Choosing({ patientId }: { patientId: string }) {
  const t = useTexts(answerTexts)
  const of = useReadAll('listFormsOfPatient', { id: patientId })
  return (
    <Loaded query={useReadAll('listClinicForms', {})} rows={3} height={44}>
      {all => (
        <Loaded query={of} rows={3} height={44}>
          {given =>
            all.some(isAnswerable) ? (
              <Stack>
                <Text c="dimmed">{t.lead}</Text>
                {all.filter(isAnswerable).map(form => (
                  <Offered key={form.id} form={form} given={given.filter(({ formId }) => formId === form.id)} />
                ))}
              </Stack>
            ) : (
              <Empty icon={<IconForms size={22} stroke={1.6} />} title={t.none}>
                {t.noneLead}
              </Empty>
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}

function Offered({
  form: { id, title, multipleSubmissionsAllowed },
  given,
}: {
  form: ClinicForm
  given: readonly { id: string; state: string }[]
}) {
  const t = useTexts(answerTexts)
  const { write } = useUrlState()
  const begun = given.find(({ state }) => state === 'OPEN')
  const isDone = !multipleSubmissionsAllowed && given.some(({ state }) => state === 'DONE')
  const state = isDone ? t.answered : begun && t.begun
  return (
    <Button
      variant="default"
      justify="space-between"
      disabled={isDone}
      rightSection={state && <span className="tag">{state}</span>}
      onClick={() => write({ open: begun?.id ?? id })}
    >
      <bdi>{title}</bdi>
    </Button>
  )
}

function Filling({ formId, patientId }: { formId: string; patientId: string }) {
  const t = useTexts(answerTexts)
  return (
    <Loaded query={useReadAll('listClinicForms', {})} rows={4} height={60}>
      {all => {
        const form = all.find(({ id }) => id === formId)
        return form && isAnswerable(form) ? <Entering form={form} patientId={patientId} /> : <Text>{t.gone}</Text>
      }}
    </Loaded>
  )
}

function Entering({ form: { id, title, currentVersion }, patientId }: { form: ClinicForm; patientId: string }) {
  const t = useTexts(answerTexts)
  const f = useTexts(forms)
  const { write } = useUrlState()
  const entering = useWrite('enterForm', {
    changes: ANSWERED,
    said: ({ status }) => (status === 'DRAFT' ? t.kept : t.submitted),
  })
  const fields: unknown = currentVersion?.schema
  return (
    <Stack>
      <Text fw={600}>
        <bdi>{title}</bdi>
      </Text>
      <Text c="dimmed">{t.lead}</Text>
      <AnswerForm
        title={f.answerStates.DRAFT}
        fields={areFormFields(fields) ? fields : []}
        answers={{}}
        send={given => entering.mutateAsync({ formId: id, patientId, ...given })}
        leave={sheet => write({ open: sheet.id })}
      />
    </Stack>
  )
}
