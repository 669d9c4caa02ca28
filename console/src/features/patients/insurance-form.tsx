import { INPUT } from 'virtual:staff-input/putPatientInsurance'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { Input, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { Borne } from './borne.tsx'
import { Facts } from './facts.tsx'
import { insuranceTexts } from './insurance-texts.ts'

type Coverage = Returned<'getCoverage'>
type Draft = Record<'insuranceCompanyId' | 'policyId' | 'classId' | 'number' | 'group' | 'endDate', string>

const draftOf = (cover: Coverage['cover']): Draft => ({
  ...{ insuranceCompanyId: cover?.insuranceCompanyId ?? '', policyId: cover?.policyId ?? '' },
  ...{ classId: cover?.classId ?? '', number: cover?.number ?? '', group: cover?.group ?? '' },
  endDate: cover?.endDate ?? '',
})

/** Who pays alone has none of it. */
function inputOf(id: string, draft: Draft): Input<'putPatientInsurance'> {
  if (draft.insuranceCompanyId === '') return { id, insuranceCompanyId: null }
  return {
    ...{ id, insuranceCompanyId: draft.insuranceCompanyId, policyId: draft.policyId || null },
    ...{ classId: draft.classId || null, number: draft.number.trim(), group: draft.group.trim() },
    endDate: draft.endDate || null,
  }
}

interface FormProps {
  patientId: string
  cover: Coverage['cover']
  version: number
}

/** Says by whom a patient is insured, and shows what is borne by that. */
export function InsuranceForm({ patientId, cover, version }: FormProps) {
  const t = useTexts(insuranceTexts)
  const { close } = useDrawer()
  const insuring = useInsuring({ patientId, cover, version, close })
  const { insurers, set, form, errorAt } = insuring
  const { values } = form
  return (
    <form {...form.props}>
      <Stack>
        <Choice
          label={t.insurer}
          none={t.alone}
          among={insurers}
          nameOf={one => one.name}
          value={values.insuranceCompanyId}
          error={errorAt('/insuranceCompanyId')}
          onChoose={insuranceCompanyId => set({ insuranceCompanyId, policyId: '', classId: '' })}
        />
        {values.insuranceCompanyId !== '' && <Card {...insuring} />}
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending} disabled={!form.edited}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What stands on the card of the insured, and what is borne by it. */
function Card({ insurers, policies, classes, set, form: { values }, errorAt }: ReturnType<typeof useInsuring>) {
  const t = useTexts(insuranceTexts)
  const text = (name: 'number' | 'group' | 'endDate') => ({
    label: t[name],
    value: values[name],
    error: errorAt(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
        <Choice
          label={t.policy}
          none={t.none}
          among={policies}
          nameOf={one => [one.policyNumber, one.holderName].filter(Boolean).join(' · ') || t.unnumbered}
          value={values.policyId}
          error={errorAt('/policyId')}
          onChoose={policyId => set({ policyId, classId: '' })}
        />
        <Choice
          label={t.class}
          none={t.none}
          among={classes}
          nameOf={one => one.name}
          value={values.classId}
          error={errorAt('/classId')}
          onChoose={classId => set({ classId })}
        />
        <TextInput dir="ltr" {...text('number')} />
        <TextInput dir="auto" {...text('group')} />
        <TextInput type="date" {...text('endDate')} />
      </SimpleGrid>
      <Bears
        insurer={insurers.find(({ id }) => id === values.insuranceCompanyId)}
        ofClass={classes.find(({ id }) => id === values.classId)}
      />
    </>
  )
}

/** The form, and what is chosen from: what is in use, and what the patient has. */
function useInsuring({ patientId, cover, version, close }: FormProps & { close: () => void }) {
  const t = useTexts(insuranceTexts)
  const { data: insurers = [] } = useReadAll('listInsurers', {})
  const saving = useWrite('putPatientInsurance', {
    changes: ['getCoverage', 'getPatientFile', 'getPatientSummary'],
    said: () => t.saved,
    of: {
      version,
      isOne: true,
      words: { fields: t.fields, shown: (_, value) => insurers.find(({ id }) => id === value)?.name ?? t.alone },
    },
  })
  const form = useForm({
    initial: draftOf(cover),
    check: draft => issuesOf(INPUT, inputOf(patientId, draft)),
    send: draft => saving.mutateAsync(inputOf(patientId, draft)),
    leave: close,
  })
  const { insuranceCompanyId, policyId, classId } = form.values
  const policies = useReadAll('listInsurerPolicies', { insuranceCompanyId }, insuranceCompanyId !== '')
  const classes = useReadAll('listInsuredClasses', { policyId }, policyId !== '')
  const chosen = [insuranceCompanyId, policyId, classId]
  const offered = <One extends { id: string; disabled: boolean }>(all: readonly One[] = []) =>
    all.filter(({ id, disabled }) => !disabled || chosen.includes(id))
  return {
    ...{ insurers: offered(insurers), policies: offered(policies.data), classes: offered(classes.data) },
    ...{ form, set: form.set, errorAt: useErrorAt(form, INPUT) },
  }
}

interface ChoiceProps<One> {
  label: string
  none: string
  among: readonly One[]
  nameOf: (one: One) => string
  value: string
  error: string | undefined
  onChoose: (id: string) => void
}

function Choice<One extends { id: string }>({ label, none, among, nameOf, value, error, onChoose }: ChoiceProps<One>) {
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: none }, ...among.map(one => ({ value: one.id, label: plainName(nameOf(one)) }))]}
      value={value}
      error={error}
      onChange={event => onChoose(event.currentTarget.value)}
    />
  )
}

interface BearsProps {
  insurer: Returned<'addInsurer'> | undefined
  ofClass: Returned<'addInsuredClass'> | undefined
}

/** What the class says, and where it says nothing of it, the insurer. */
function Bears({ insurer, ofClass }: BearsProps) {
  const t = useTexts(insuranceTexts)
  if (!insurer) return null
  const isOfClass = ofClass !== undefined && (ofClass.insuranceUnlimited || ofClass.insuranceLimit !== null)
  const limits = isOfClass ? ofClass : insurer
  return (
    <section className="card" aria-label={t.bears}>
      <Facts>
        <Borne
          percentage={ofClass?.insurancePercentage ?? insurer.insurancePercentage}
          limit={limits.insuranceUnlimited ? null : limits.insuranceLimit}
          maxLimit={ofClass?.maxLimit ?? null}
          approvalRequired={(ofClass ?? insurer).approvalRequired}
        />
      </Facts>
    </section>
  )
}
