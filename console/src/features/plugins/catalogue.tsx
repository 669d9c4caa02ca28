import { Button, Text, Title } from '@mantine/core'
import { IconPuzzle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay, useSession } from '../../lib/use-session.ts'
import { Name } from '../../ui/isolated.tsx'
import { Empty } from '../../ui/states.tsx'
import { AskOwner } from './ask-owner.tsx'
import classes from './catalogue.module.css'
import { Examined } from './examined.tsx'
import { useLocalized } from './localized.ts'
import { requestTexts } from './request-texts.ts'
import { plugins } from './texts.ts'

type Entry = Returned<'listCatalogue'>

/** What there is to install. */
interface CatalogueProps {
  found: readonly Entry[]
  /** What people of the clinic ask for already. */
  asked: readonly Returned<'listInstallRequests'>[]
}

export function Catalogue({ found, asked }: CatalogueProps) {
  const t = useTexts(plugins)
  if (found.length === 0)
    return (
      <Empty icon={<IconPuzzle size={22} stroke={1.6} />} title={t.catalogueEmpty}>
        {t.catalogueEmptyLead}
      </Empty>
    )
  return (
    <ul className={classes.shelf}>
      {found.map(entry => (
        <li key={entry.slug} className={classes.offer}>
          <Offer entry={entry} asked={asked} />
        </li>
      ))}
    </ul>
  )
}

type OfferProps = Pick<CatalogueProps, 'asked'> & { entry: Entry }

function Offer({ entry, asked }: OfferProps) {
  const t = useTexts(plugins)
  const localized = useLocalized()
  return (
    <>
      <div>
        <Title order={3} size="h5">
          <Name>{localized(entry.name)}</Name>
        </Title>
        <Text size="sm" c="dimmed">
          {t.by(entry.developerName)}
        </Text>
        <Examined at={entry.examinedAt} />
      </div>
      <Text size="sm" dir="auto">
        {localized(entry.description)}
      </Text>
      <div className={classes.foot}>
        <OfferAction entry={entry} asked={asked} />
      </div>
    </>
  )
}

function OfferAction({ entry, asked }: OfferProps) {
  const t = useTexts(plugins)
  const localized = useLocalized()
  const { clinicId } = useClinicApi()
  const may = useMay('plugins:manage')
  const name = localized(entry.name)
  if (entry.installationId !== null)
    return (
      <>
        <span className="tag" data-tone="quiet">
          {t.isInstalled}
        </span>
        <Button
          component={Link}
          to={hrefOf(clinicId, 'plugin', { id: entry.installationId })}
          variant="subtle"
          size="sm"
          aria-label={t.openOf(name)}
        >
          {t.open}
        </Button>
      </>
    )
  if (!may) return <Wish entry={entry} asked={asked} />
  return (
    <Button
      component={Link}
      to={hrefOf(clinicId, 'pluginConsent', { slug: entry.slug })}
      size="sm"
      aria-label={t.installOf(name)}
    >
      {t.install}
    </Button>
  )
}

/** Who may not install a plugin asks for it, once. */
function Wish({ entry: { slug, name }, asked }: OfferProps) {
  const t = useTexts(requestTexts)
  const localized = useLocalized()
  const { user } = useSession()
  const isAsked = asked.some(one => one.slug === slug && one.askedBy.some(({ userId }) => userId === user.id))
  return isAsked ? (
    <span className="tag" data-tone="quiet">
      {t.isAsked}
    </span>
  ) : (
    <AskOwner slug={slug} name={localized(name)} />
  )
}
