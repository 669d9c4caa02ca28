import { Stack } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import type { ConsentText } from './consent.ts'
import { ConsentName, ConsentWords } from './consent-parts.tsx'
import { EditText, NewText } from './text-form.tsx'
import { forms } from './texts.ts'
import { WithNew } from './with-new.tsx'

/** The texts that patients sign: read by all who send them, written by those who set up the clinic. */
export function ConsentTexts() {
  const t = useTexts(forms)
  return (
    <WithNew name="text" title={t.newText} form={() => <NewText />}>
      <Loaded query={useReadAll('listConsentTemplates', {})} rows={3} height={48}>
        {all => <Texts texts={all} />}
      </Loaded>
    </WithNew>
  )
}

function Texts({ texts }: { texts: readonly ConsentText[] }) {
  const mayEdit = useMay('settings:manage')
  const t = useTexts(forms)
  const { open } = useDrawer()
  const columns: readonly Column<ConsentText>[] = [
    { key: 'name', title: t.text, cell: text => <ConsentName of={text} />, by: ({ name }) => name },
    { key: 'languages', title: t.languages, cell: ({ bodyAr }) => (bodyAr === null ? t.oneLanguage : t.bothLanguages) },
    { key: 'signed', title: t.asked, cell: text => t.askedFor(text.signRequired, text.witnessRequired) },
    {
      key: 'days',
      title: t.validDays,
      cell: ({ validDays }) => validDays ?? t.noEnd,
      by: ({ validDays }) => validDays ?? Number.POSITIVE_INFINITY,
    },
  ]
  return (
    <>
      <Grid
        label={t.tabs.texts}
        rows={texts}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => plainName(name)}
        onOpen={({ id }) => open(id)}
        empty={
          <Empty icon={<IconFileText size={22} stroke={1.6} />} title={t.noTexts}>
            {t.noTextsLead}
          </Empty>
        }
      />
      {texts.map(text => (
        <UrlDrawer key={text.id} name={text.id} title={t.text}>
          {() => (mayEdit ? <AsOpened of={text}>{one => <EditText text={one} />}</AsOpened> : <Reading text={text} />)}
        </UrlDrawer>
      ))}
    </>
  )
}

const Reading = ({ text: { name, nameAr, body, bodyAr } }: { text: ConsentText }) => (
  <Stack gap="sm">
    <ConsentWords title={name} body={body} language="en" />
    {bodyAr !== null && <ConsentWords title={nameAr ?? name} body={bodyAr} language="ar" />}
  </Stack>
)
