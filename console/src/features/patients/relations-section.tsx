import { RELATION_KINDS } from '@clinic/contract/staff/patient-relations.ts'
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import type { Picked } from '../../ui/picker.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { offerUndo } from '../../ui/undo.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { PatientLink } from './patient-link.tsx'
import { PatientPicker } from './patient-picker.tsx'
import { relationTexts } from './relation-texts.ts'

type Summary = Returned<'getPatientSummary'>
type Relation = Summary['family'][number]
type Kind = Relation['kind']

interface RelationsProps {
  id: string
  version: number
}

/** Saves what another patient is to this one, in both files. */
function usePutRelation(version: number, said?: () => string) {
  const t = useTexts(relationTexts)
  return useWrite('putPatientRelation', {
    changes: ['getPatientSummary', 'getPatientFile'],
    of: { version, words: { fields: { relations: t.relations } } },
    ...(said && { said }),
  })
}

/** Who belongs to the patient, and the way into their files. */
export function RelationsSection({ id, version }: RelationsProps) {
  const t = useTexts(relationTexts)
  const summary = useRead('getPatientSummary', { id })
  const { open } = useDrawer()
  const writes = useMay('patients:write')
  return (
    <Section title={t.title} lead={t.lead}>
      <Loaded query={summary} rows={1} height={60}>
        {({ guardian, family }) => (
          <Stack>
            <Relatives {...{ id, version, writes }} all={guardian ? [guardian, ...family] : family} />
            {writes && (
              <Group>
                <Button variant="default" onClick={() => open('relative')}>
                  {t.add}
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Loaded>
      <UrlDrawer name="relative" title={t.add}>
        {() => <NewRelative id={id} version={version} />}
      </UrlDrawer>
    </Section>
  )
}

function Relatives({ all, id, version, writes }: RelationsProps & { all: readonly Relation[]; writes: boolean }) {
  const t = useTexts(relationTexts)
  const putting = usePutRelation(version)
  const remove = ({ id: relatedId, name, kind }: Relation) =>
    putting.mutate(
      { id, relatedId, kind: null },
      {
        onSuccess: () =>
          offerUndo({ message: t.removed(plainName(name)), undo: () => putting.mutate({ id, relatedId, kind }) }),
      },
    )
  return (
    <>
      {all.length === 0 && <Text c="dimmed">{t.none}</Text>}
      {all.length > 0 && (
        <ul className="rows">
          {all.map(one => (
            <li key={one.id}>
              <Group justify="space-between" gap="sm">
                <div className="row-text">
                  <PatientLink patient={one} /> <span className="small">{t.kinds[one.kind]}</span>
                </div>
                {writes && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={putting.isPending && putting.variables.relatedId === one.id}
                    onClick={() => remove(one)}
                    aria-label={t.removeNamed(plainName(one.name))}
                  >
                    {t.remove}
                  </Button>
                )}
              </Group>
            </li>
          ))}
        </ul>
      )}
      <ProblemNotice error={putting.error} />
    </>
  )
}

export function NewRelative({ id, version }: RelationsProps) {
  const t = useTexts(relationTexts)
  const { close } = useDrawer()
  const [chosen, setChosen] = useState<Picked>()
  const [isMissing, setIsMissing] = useState(false)
  const [kind, setKind] = useState<Kind>('PARENT')
  const putting = usePutRelation(version, () => t.saved)
  const save = () => {
    setIsMissing(chosen === undefined)
    if (chosen) void putting.mutateAsync({ id, relatedId: chosen.id, kind }).then(close, () => undefined)
  }
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
    >
      <Stack>
        <PatientPicker
          label={t.patient}
          required
          without={id}
          chosen={chosen}
          onChoose={setChosen}
          error={isMissing && chosen === undefined ? t.required : undefined}
        />
        <NativeSelect
          label={t.kind}
          data={RELATION_KINDS.map(value => ({ value, label: t.kinds[value] }))}
          value={kind}
          onChange={event => setKind(RELATION_KINDS.find(one => one === event.currentTarget.value) ?? kind)}
        />
        <ProblemNotice error={putting.error} own={{ validation_failed: t.same }} />
        <Group>
          <Button type="submit" loading={putting.isPending}>
            {t.addDeed}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
