import { Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Moment } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { sandboxBar } from './bar-texts.ts'
import classes from './sandbox.module.css'
import { type Clock, isUnderWay, useClock } from './use-clock.ts'

const AHEAD_MS = 1_000

/** Over every room of a sandbox clinic: that nothing is real here, and what time it is. */
export function SandboxBar() {
  const t = useTexts(sandboxBar)
  const { clinicId } = useClinicApi()
  const { data } = useClock()
  return (
    <section className={classes.bar} aria-label={t.lead}>
      <Notice tone="warn">
        <Group gap="xs" justify="space-between">
          <span>
            {t.lead} {data && <Time clock={data} />}
          </span>
          <Link to={hrefOf(clinicId, 'sandbox')}>{t.link}</Link>
        </Group>
      </Notice>
    </section>
  )
}

function Time({ clock }: { clock: Clock }) {
  const t = useTexts(sandboxBar)
  if (isUnderWay(clock)) return clock.run?.kind === 'RESET' ? t.resetting : t.moving
  const isAhead = Date.parse(clock.now) - Date.parse(clock.realNow) > AHEAD_MS
  return (
    <>
      {t.time} <Moment at={clock.now} /> {isAhead && t.ahead}
    </>
  )
}
