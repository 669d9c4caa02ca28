import { STORY_KINDS } from '@clinic/contract/staff/patient-story.ts'
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead, useReadPages } from '../../lib/use-read.ts'
import { Moment, Name } from '../../ui/isolated.tsx'
import { Money } from '../../ui/money.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty } from '../../ui/states.tsx'
import { storyTexts } from './story-texts.ts'

type Entry = Returned<'getPatientTimeline'>
type Kind = Entry['kind']

/** What happened with the patient, newest first, as far as the role reads it. */
export function TimelineTab({ id }: { id: string }) {
  const t = useTexts(storyTexts)
  const [kind, setKind] = useState<Kind>()
  const asked = kind === undefined ? { id } : { id, kinds: [kind] }
  const pages = useReadPages('getPatientTimeline', cursor => ({ ...asked, cursor }), { keeps: true })
  const kinds = STORY_KINDS.map(value => ({ value, label: t.kinds[value] }))
  return (
    <Stack gap="md">
      <Group>
        <NativeSelect
          label={t.show}
          data={[{ value: '', label: t.all }, ...kinds]}
          value={kind ?? ''}
          onChange={event => setKind(STORY_KINDS.find(one => one === event.currentTarget.value))}
        />
      </Group>
      <Pages query={pages} height={240}>
        {entries =>
          entries.length === 0 ? (
            <Empty icon={<IconHistory size={22} stroke={1.6} />} title={t.nothing} />
          ) : (
            <div className="card">
              <ul className="rows" aria-label={t.story}>
                {entries.map(entry => (
                  <StoryRow key={entry.id} entry={entry} />
                ))}
              </ul>
            </div>
          )
        }
      </Pages>
    </Stack>
  )
}

function StoryRow({ entry: { id, at, kind, title, state, amount } }: { entry: Entry }) {
  const t = useTexts(storyTexts)
  const { clinicId } = useClinicApi()
  const { data: workplace } = useRead('getWorkplace', {})
  const states = new Map<string, string>(Object.entries(t.storyStates))
  const said = state === null ? undefined : states.get(state)
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <div className="row-text">
          <span className="tag" data-tone="quiet">
            {t.kinds[kind]}
          </span>{' '}
          {title !== null && <Name>{title}</Name>}
          {amount !== null && workplace && <Money amount={amount} currency={workplace.currency} />}{' '}
          {said !== undefined && <span className="small">{said}</span>}
        </div>
        <Group gap="sm">
          {kind === 'ENCOUNTER' && (
            <Button
              size="compact-sm"
              variant="default"
              renderRoot={props => <Link {...props} to={hrefOf(clinicId, 'encounter', { id })} />}
            >
              {t.read}
            </Button>
          )}
          <span className="small">
            <Moment at={at} />
          </span>
        </Group>
      </Group>
    </li>
  )
}
