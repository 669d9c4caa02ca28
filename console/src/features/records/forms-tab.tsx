import { Button, Group, Stack } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Day, Name, plainName } from '../../ui/isolated.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { answerTexts } from '../forms/answer-texts.ts'
import { ConsentDrawer } from '../forms/consent-drawer.tsx'
import { FillIn } from '../forms/fill-in.tsx'
import { FormDrawer } from '../forms/form-drawer.tsx'
import { NewConsent } from '../forms/new-consent.tsx'
import { recordTexts } from './texts.ts'

type PatientForm = Returned<'listFormsOfPatient'>

const TONES: Readonly<Partial<Record<PatientForm['state'], string>>> = { UNSIGNED: 'warn', DONE: 'ok' }

/** What the patient was asked to sign and to fill in: what is still to be signed first. */
export function FormsTab({ id }: { id: string }) {
  const t = useTexts(recordTexts)
  const { open } = useDrawer()
  const columns: readonly Column<PatientForm>[] = [
    { key: 'name', title: t.formName, cell: ({ name }) => <Name>{name}</Name> },
    { key: 'kind', title: t.kind, cell: ({ kind }) => t.kinds[kind] },
    {
      key: 'state',
      title: t.state,
      cell: ({ state }) => (
        <span className="tag" data-tone={TONES[state]}>
          {t.states[state]}
        </span>
      ),
    },
    { key: 'signed', title: t.signedAt, cell: ({ signedAt }) => signedAt !== null && <Day at={signedAt} /> },
    { key: 'expires', title: t.expiresAt, cell: ({ expiresAt }) => expiresAt !== null && <Day at={expiresAt} /> },
    { key: 'created', title: t.createdAt, cell: ({ createdAt }) => <Day at={createdAt} /> },
    {
      key: 'open',
      title: t.open,
      isDeed: true,
      cell: ({ id: formId, name }) => (
        <Button
          size="compact-md"
          variant="default"
          aria-label={t.openNamed(plainName(name))}
          onClick={() => open(formId)}
        >
          {t.open}
        </Button>
      ),
    },
  ]
  return (
    <Stack gap="md">
      <AskConsent id={id} />
      <Loaded query={useReadAll('listFormsOfPatient', { id })} rows={3} height={48}>
        {forms => (
          <Grid
            label={t.forms}
            rows={forms}
            columns={columns}
            idOf={form => form.id}
            nameOf={({ name }) => plainName(name)}
            empty={<Empty icon={<IconSignature size={22} stroke={1.6} />} title={t.noForms} />}
          />
        )}
      </Loaded>
      <ConsentDrawer />
      <FormDrawer />
    </Stack>
  )
}

/** Has the patient sign a text or fill in a form, or enters here what the patient answers. */
function AskConsent({ id }: { id: string }) {
  const t = useTexts(recordTexts)
  const a = useTexts(answerTexts)
  const { open } = useDrawer()
  if (!useMay('records:write')) return null
  return (
    <Group>
      <Button variant="light" onClick={() => open('consent')}>
        {t.haveSigned}
      </Button>
      <Button variant="light" onClick={() => open('fill')}>
        {a.fill}
      </Button>
      <UrlDrawer name="consent" title={t.haveSigned}>
        {() => <NewConsent patientId={id} />}
      </UrlDrawer>
      <FillIn patientId={id} />
    </Group>
  )
}
