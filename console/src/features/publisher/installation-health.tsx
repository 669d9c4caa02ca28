import { Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Day, Moment } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { healthTexts } from '../plugins/health-texts.ts'
import { RequestsOfHour } from '../plugins/requests-of-hour.tsx'
import type { InstallationProps, OwnInstallation } from './installation.ts'
import { installationHealthTexts } from './installation-health-texts.ts'

/** How the plugin is doing in the clinic, and why. */
export function InstallationHealth({ installation: { health } }: InstallationProps) {
  const t = useTexts(installationHealthTexts)
  if (health === null) return null
  return (
    <Section title={t.health}>
      <Stack gap="md">
        {health.causes.map(cause => (
          <Notice key={cause} tone="warn">
            {t.causes[cause]}
          </Notice>
        ))}
        <Figures health={health} />
      </Stack>
    </Section>
  )
}

function Figures({ health }: { health: NonNullable<OwnInstallation['health']> }) {
  const t = useTexts(installationHealthTexts)
  const words = useTexts(healthTexts)
  const { lastUsedAt, tokenEndsAt, patientShare } = health
  return (
    <dl className="facts">
      <RequestsOfHour of={health} />
      <div>
        <dt>{words.lastUsed}</dt>
        <dd>{lastUsedAt === null ? words.neverUsed : <Moment at={lastUsedAt} />}</dd>
      </div>
      {tokenEndsAt !== null && (
        <div>
          <dt>{t.tokenEnds}</dt>
          <dd>
            <Day at={tokenEndsAt} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t.patients}</dt>
        <dd>{patientShare === null ? t.notTold : t.ofDay(patientShare)}</dd>
      </div>
    </dl>
  )
}
