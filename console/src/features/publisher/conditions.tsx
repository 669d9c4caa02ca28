import { UNMET_CONDITIONS, type UnmetCondition } from '@clinic/contract/publisher/versions.ts'
import { Anchor, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { publisherHref } from '../../app/publisher-rooms.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherId, usePublisherRead } from '../../lib/publisher.ts'
import { useSession } from '../../lib/use-session.ts'
import { Section } from '../../ui/section.tsx'
import classes from './conditions.module.css'
import { publishTexts } from './publish-texts.ts'
import { unmetOf, type VersionProps } from './version.ts'

/** What a version needs before clinics get it, and what of that is there. */
export function Conditions({ plugin, version }: VersionProps) {
  const t = useTexts(publishTexts)
  const { user } = useSession()
  const { data: publisher } = usePublisherRead('getPublisher', {})
  if (!publisher) return null
  const unmet = unmetOf({ plugin, version, publisher, user })
  return (
    <Section title={t.conditions}>
      <ul className={classes.list}>
        {UNMET_CONDITIONS.filter(name => name !== 'review' || plugin.visibility === 'LISTED').map(name => (
          <Condition key={name} name={name} met={!unmet.includes(name)} />
        ))}
      </ul>
    </Section>
  )
}

function Condition({ name, met }: { name: UnmetCondition; met: boolean }) {
  const t = useTexts(publishTexts)
  const publisherId = usePublisherId()
  const ways: Readonly<Partial<Record<UnmetCondition, readonly [to: string, name: string]>>> = {
    host_verified: [publisherHref(publisherId, 'publisherSettings'), t.toSettings],
    second_factor: ['/security', t.toSecurity],
  }
  const [to, way] = ways[name] ?? []
  const Icon = met ? IconCircleCheck : IconCircleDashed
  return (
    <li>
      <Icon size={20} aria-hidden className={met ? classes.met : classes.unmet} />
      <div>
        <VisuallyHidden>{met ? t.met : t.unmet}: </VisuallyHidden>
        {t.names[name]}{' '}
        {!met && to && (
          <Anchor component={Link} to={to}>
            {way}
          </Anchor>
        )}
      </div>
    </li>
  )
}
