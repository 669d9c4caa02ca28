import { UNMET_CONDITIONS, type UnmetCondition } from '@clinic/contract/publisher/versions.ts'
import { Anchor, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { publisherHref } from '../../app/publisher-rooms.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherId } from '../../lib/publisher.ts'
import { Section } from '../../ui/section.tsx'
import classes from './conditions.module.css'
import { publishTexts } from './publish-texts.ts'
import type { VersionProps } from './version.ts'

/** What only those plugins need that are listed; a private one needs no review either. */
const OF_LISTED: readonly UnmetCondition[] = ['icon', 'arabic_texts', 'exam']

const asked = (name: UnmetCondition, isListed: boolean): boolean =>
  name !== 'review' && (isListed || !OF_LISTED.includes(name))

/** What a version needs before it can be published, or handed in, and what of that is there. */
export function Conditions({ plugin: { visibility }, version: { unmet } }: VersionProps) {
  const t = useTexts(publishTexts)
  const isListed = visibility === 'LISTED'
  return (
    <Section title={isListed ? t.listedConditions : t.conditions}>
      <ul className={classes.list}>
        {UNMET_CONDITIONS.filter(name => asked(name, isListed)).map(name => (
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
        {t.names[name]}
        {!met && to && (
          <div>
            <Anchor component={Link} to={to}>
              {way}
            </Anchor>
          </div>
        )}
      </div>
    </li>
  )
}
