import { Button, Group, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import { CalendarDay, Ltr, Name } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded, Loading } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { Borne, InCurrency } from './borne.tsx'
import { Fact, Facts } from './facts.tsx'
import { insuranceTexts } from './insurance-texts.ts'

const InsuranceForm = lazy(() => import('./insurance-form.tsx').then(module => ({ default: module.InsuranceForm })))

type Cover = NonNullable<Returned<'getCoverage'>['cover']>

/** By whom a patient is insured, and what of the year is used and left; who may changes it beside the file. */
export function InsuranceSection({ id }: { id: string }) {
  const t = useTexts(insuranceTexts)
  const coverage = useRead('getCoverage', { id })
  const { open } = useDrawer()
  const writes = useMay('insurance:write')
  return (
    <Section title={t.title}>
      <Loaded query={coverage} rows={1} height={80}>
        {found => (
          <Stack>
            {found.cover === null ? <Text c="dimmed">{t.alone}</Text> : <Covered cover={found.cover} />}
            {writes && (
              <Group>
                <Button variant="default" onClick={() => open('insurance')}>
                  {found.cover === null ? t.insure : t.change}
                </Button>
              </Group>
            )}
            {writes && (
              <UrlDrawer name="insurance" title={t.title}>
                {() => (
                  <Suspense fallback={<Loading rows={6} height={60} />}>
                    <AsOpened of={found}>{shown => <InsuranceForm {...shown} />}</AsOpened>
                  </Suspense>
                )}
              </UrlDrawer>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}

function Covered({ cover }: { cover: Cover }) {
  const t = useTexts(insuranceTexts)
  return (
    <>
      {cover.ended && <Notice tone="warn">{t.ended}</Notice>}
      <Facts>
        <Fact title={t.insurer}>
          <Name>{cover.insurer}</Name>
        </Fact>
        <Fact title={t.policy}>{cover.policyNumber && <Ltr>{cover.policyNumber}</Ltr>}</Fact>
        <Fact title={t.class}>{cover.className && <Name>{cover.className}</Name>}</Fact>
        <Fact title={t.number}>{cover.number && <Ltr>{cover.number}</Ltr>}</Fact>
        <Fact title={t.group}>{cover.group && <Name>{cover.group}</Name>}</Fact>
        <Fact title={t.endDate}>{cover.endDate && <CalendarDay date={cover.endDate} />}</Fact>
        <Borne {...cover} />
        <Year cover={cover} />
      </Facts>
    </>
  )
}

function Year({ cover: { used, left, yearStart, yearEnd } }: { cover: Cover }) {
  const t = useTexts(insuranceTexts)
  return (
    <>
      <Fact title={t.used}>
        <InCurrency amount={used} />
      </Fact>
      <Fact title={t.left}>{left === null ? null : <InCurrency amount={left} />}</Fact>
      <Fact title={t.year} wide>
        <CalendarDay date={yearStart} /> – <CalendarDay date={yearEnd} />
      </Fact>
    </>
  )
}
