import { Stack, Text } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead } from '../../lib/use-read.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import { Name, plainName } from '../../ui/isolated.tsx'
import { Loaded } from '../../ui/states.tsx'
import { UrlDrawer } from '../../ui/url-drawer.tsx'
import { EditBlock, NewBlock, type Place } from './block-form.tsx'
import { blockTexts } from './block-texts.ts'
import { dayTexts } from './day-texts.ts'
import type { Grid } from './field.ts'
import { mayBlock, useBlock } from './use-block.ts'

interface DrawersProps {
  grid: Grid
  workplace: Returned<'getWorkplace'>
  branchId: string
}

/** Blocks a time, and shows one that is blocked. */
export function BlockDrawers({ grid, workplace, branchId }: DrawersProps) {
  const t = useTexts(blockTexts)
  const { asked, blockId } = useBlock(grid)
  const block = useRead('getBlock', { id: blockId ?? '' }, blockId !== undefined)
  const { doctorId = null, room = null } = asked?.column ?? {}
  const place: Place | undefined = doctorId !== null ? { doctorId } : room !== null ? { branchId, room } : undefined
  return (
    <>
      <UrlDrawer name={asked && place ? asked.name : 'block'} title={t.blockTime}>
        {() =>
          asked && place && mayBlock(workplace, { doctorId, room }) ? (
            <Stack>
              <Where workplace={workplace} {...{ doctorId, room }} />
              <NewBlock place={place} start={asked.start} />
            </Stack>
          ) : (
            <Text c="dimmed">{t.notOwn}</Text>
          )
        }
      </UrlDrawer>
      <UrlDrawer name={blockId ?? 'tof_'} title={t.title}>
        {() => (
          <Loaded query={block} rows={3} height={60}>
            {known => (
              <Stack>
                <Where workplace={workplace} {...known} />
                {mayBlock(workplace, known) ? (
                  <AsOpened of={known}>{block => <EditBlock block={block} />}</AsOpened>
                ) : (
                  <Facts block={known} />
                )}
              </Stack>
            )}
          </Loaded>
        )}
      </UrlDrawer>
    </>
  )
}

type WhereProps = Pick<DrawersProps, 'workplace'> & { doctorId: string | null; room: string | null }

function Where({ workplace, doctorId, room }: WhereProps) {
  const { language } = useLanguage()
  const doctor = workplace.practitioners.find(({ id }) => id === doctorId)
  return (
    <Text fw={600}>
      <Name>{doctor ? nameOf(language, doctor) : (room ?? '–')}</Name>
    </Text>
  )
}

function Facts({ block: { kind, start, end, note } }: { block: Returned<'getBlock'> }) {
  const { away } = useTexts(dayTexts)
  const { moment } = useFormats()
  return (
    <Text>
      {away[kind]}: {moment(start)} – {moment(end)}
      {note !== null && (
        <>
          {' '}
          <bdi>{plainName(note)}</bdi>
        </>
      )}
    </Text>
  )
}
