import { Anchor } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Day, Ltr, Name, plainName } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import type { Consent } from './consent-parts.tsx'
import { consentTexts } from './consent-texts.ts'

/** A web address of the publisher's, opened without saying where one comes from. */
const Outward = ({ href }: { href: string }) => (
  <Anchor href={href} target="_blank" rel="noreferrer noopener">
    <Ltr>{href}</Ltr>
  </Anchor>
)

/** Who makes the plugin, and where they are found. */
export function ConsentPublisher({ plugin }: Pick<Consent, 'plugin'>) {
  const t = useTexts(consentTexts)
  return (
    <Section title={t.who} lead={t.lead(plainName(plugin.developerName))}>
      <dl className="facts">
        <div>
          <dt>{t.publisher}</dt>
          <dd>
            <Name>{plugin.developerName}</Name>
          </dd>
        </div>
        <div>
          <dt>{t.host}</dt>
          <dd>{plugin.verifiedHost === null ? t.hostNone : <Ltr>{plugin.verifiedHost}</Ltr>}</dd>
        </div>
        <div>
          <dt>{t.examined}</dt>
          <dd>{plugin.examinedAt === null ? t.examinedNever : <Day at={plugin.examinedAt} />}</dd>
        </div>
        {plugin.developerUrl && (
          <div>
            <dt>{t.website}</dt>
            <dd>
              <Outward href={plugin.developerUrl} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t.support}</dt>
          <dd>
            <Ltr>{plugin.supportEmail}</Ltr>
          </dd>
        </div>
        <div>
          <dt>{t.privacy}</dt>
          <dd>
            <Outward href={plugin.privacyPolicyUrl} />
          </dd>
        </div>
        <div>
          <dt>{t.version}</dt>
          <dd>
            <Ltr>{plugin.version}</Ltr>
          </dd>
        </div>
      </dl>
    </Section>
  )
}
