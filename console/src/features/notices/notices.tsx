import { Anchor, Button, Group, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useMatches } from '@tanstack/react-router'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi, useForget } from '../../lib/clinic.ts'
import { type Language, localeOf } from '../../lib/language.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { isSaidIn, placeOf } from './notice-place.ts'
import { notices } from './texts.ts'

type OpenNotice = Returned<'listNotices'>

/** More than these would push what the room is for below the fold, on a desk and on a phone. */
const FIRST = { desk: 2, phone: 1 }

/** What the people of the clinic are to look at, above every room, until one of them has. */
export function Notices() {
  const t = useTexts(notices)
  const { ask, all, clinicId } = useClinicApi()
  const room = useMatches({ select: matches => matches.at(-1)?.staticData.room })
  const forget = useForget()
  const [isWhole, setWhole] = useState(false)
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const first = phone ? FIRST.phone : FIRST.desk
  const open = useQuery(all('listNotices', {}))
  const closing = useMutation({
    mutationFn: (id: string) => ask('closeNotice', { id }),
    onSuccess: () => forget('listNotices'),
  })
  const shown = open.data?.filter(notice => !isSaidIn(room, notice)) ?? []
  if (shown.length === 0) return null
  return (
    <Stack component="section" gap="xs" mb="lg" aria-label={t.title}>
      {shown.slice(0, isWhole ? undefined : first).map(notice => (
        <Notice key={notice.id} tone="warn">
          <Group justify="space-between" gap="sm">
            <Sentence notice={notice} />
            <Group gap="sm">
              <ToRoom place={placeOf(clinicId, notice)} />
              <Button
                size="sm"
                variant="default"
                loading={closing.isPending && closing.variables === notice.id}
                onClick={() => closing.mutate(notice.id)}
              >
                {t.done}
              </Button>
            </Group>
          </Group>
        </Notice>
      ))}
      {!isWhole && shown.length > first && (
        <Group>
          <Button size="sm" variant="subtle" onClick={() => setWhole(true)}>
            {t.further(shown.length - first)}
          </Button>
        </Group>
      )}
      {closing.error && <ProblemNotice error={closing.error} />}
    </Stack>
  )
}

function ToRoom({ place }: { place: string | undefined }) {
  const t = useTexts(notices)
  if (place === undefined) return null
  return (
    <Anchor component={Link} to={place} size="sm">
      {t.look}
    </Anchor>
  )
}

function Sentence({ notice }: { notice: OpenNotice }) {
  const t = useTexts(notices)
  const { language } = useLanguage()
  if (notice.kind === 'plugin_update_pending') return t.update(notice.pluginSlug ?? '', notice.version ?? '')
  if (notice.kind === 'plugin_requested') return t.requested(notice.askedBy ?? '', notice.pluginSlug ?? '')
  if (notice.kind === 'plugin_token_ending')
    return t.tokenEnding(notice.tokenName ?? '', notice.pluginSlug ?? '', notice.days ?? 0)
  if (notice.kind === 'webhook_endpoint_disabled') return t.endpoint
  if (notice.alarm) return t.alarms[notice.alarm](notice.pluginSlug ?? '')
  const { amount, credit, invoiceNumber } = notice
  const late = t.late(moneyOf(language, notice, amount), invoiceNumber ?? 0)
  return credit ? `${late} ${t.credit(moneyOf(language, notice, credit))}` : late
}

const moneyOf = (language: Language, { currency }: OpenNotice, amount: number | null): string =>
  currency === null
    ? ''
    : new Intl.NumberFormat(localeOf(language), { style: 'currency', currency }).format(amount ?? 0)
