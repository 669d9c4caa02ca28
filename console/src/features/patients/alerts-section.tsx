import { Button, Group, Stack, Text } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Day } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { ALERT_CHANGES, EditAlert, NewAlert, useAlertWords } from './alert-form.tsx'
import { AlertTag } from './alert-tag.tsx'
import { alertTexts } from './alert-texts.ts'

type Alert = Returned<'listPatientAlerts'>

/** All alerts of a patient, those that ended last; who keeps records adds and changes them. */
export function AlertsSection({ id }: { id: string }) {
  const t = useTexts(alertTexts)
  const alerts = useReadAll('listPatientAlerts', { id })
  const { open } = useDrawer()
  const writes = useMay('records:write')
  return (
    <Section title={t.title} lead={t.lead}>
      <Loaded query={alerts} rows={1} height={80}>
        {all => (
          <Stack>
            {all.length === 0 && <Text c="dimmed">{t.none}</Text>}
            {all.length > 0 && (
              <ul className="rows">
                {all.map(alert => (
                  <li key={alert.id}>
                    <AlertRow alert={alert} writes={writes} />
                  </li>
                ))}
              </ul>
            )}
            {writes && (
              <Group>
                <Button variant="default" onClick={() => open('alert')}>
                  {t.add}
                </Button>
              </Group>
            )}
            {all.map(alert => (
              <UrlDrawer key={alert.id} name={alert.id} title={t.editTitle}>
                {() => <EditAlert alert={alert} />}
              </UrlDrawer>
            ))}
          </Stack>
        )}
      </Loaded>
      <UrlDrawer name="alert" title={t.add}>
        {() => <NewAlert patientId={id} />}
      </UrlDrawer>
    </Section>
  )
}

function AlertRow({ alert, writes }: { alert: Alert; writes: boolean }) {
  const t = useTexts(alertTexts)
  const { open } = useDrawer()
  const ends = useMay('alerts:end')
  const { id, addedBy, createdAt, endedAt } = alert
  return (
    <Group justify="space-between" gap="sm" wrap="wrap">
      <div className="row-text">
        <AlertTag alert={alert} />
        <div className="small">
          {addedBy !== null && t.addedBy(addedBy)} <Day at={createdAt} />
          {endedAt !== null && (
            <>
              {' · '}
              {t.endedBy} <Day at={endedAt} />
            </>
          )}
        </div>
      </div>
      {endedAt === null && writes && (
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => open(id)}>
            {t.edit}
          </Button>
          {ends && <EndAlert alert={alert} />}
        </Group>
      )}
    </Group>
  )
}

function EndAlert({ alert: { id, version, text } }: { alert: Alert }) {
  const t = useTexts(alertTexts)
  const ending = useWrite('updatePatientAlert', {
    changes: ALERT_CHANGES,
    said: () => t.ended,
    of: { version, words: useAlertWords() },
  })
  return (
    <Confirm
      trigger={open => (
        <Button size="compact-sm" variant="default" onClick={open}>
          {t.end}
        </Button>
      )}
      title={t.endTitle}
      deed={t.end}
      pending={ending.isPending}
      error={ending.error}
      own={{ invalid_state_transition: t.endedFirst }}
      act={() => ending.mutateAsync({ id, ended: true })}
    >
      {t.endLead(text)}
    </Confirm>
  )
}
