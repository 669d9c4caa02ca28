import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadPages } from '../../lib/use-read.ts'
import { Day, Name } from '../../ui/isolated.tsx'
import { More } from '../../ui/more.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import classes from './restricted-files.module.css'
import { retention } from './texts.ts'

/** The files that are hidden from all others, newest first. */
export function RestrictedFiles() {
  const t = useTexts(retention)
  const { clinicId } = useClinicApi()
  const pages = useReadPages('listRestrictedPatients', cursor => (cursor === undefined ? {} : { cursor }))
  return (
    <Section title={t.restricted} lead={t.restrictedLead}>
      <Loaded query={pages} rows={2} height={56}>
        {({ pages: found }) => {
          const files = found.flatMap(({ data }) => data)
          if (files.length === 0) return <Empty title={t.nobody}>{t.nobodyLead}</Empty>
          return (
            <>
              <ul className="rows">
                {files.map(file => (
                  <li key={file.id}>
                    <div className="row-text">
                      <Group gap="xs">
                        <Link
                          className={classes.name}
                          to={hrefOf(clinicId, 'patient', { id: file.id, tab: 'privacy' })}
                        >
                          {file.anonymisedAt === null ? <Name>{file.name}</Name> : t.file(file.fileNumber)}
                        </Link>
                        {file.legalHold !== null && <span className="tag">{t.held}</span>}
                        {file.anonymisedAt !== null && <span className="tag">{t.anonymous}</span>}
                      </Group>
                      <Text size="sm" c="dimmed">
                        {t.since} <Day at={file.restrictedAt} />
                        {file.anonymisedAt === null && (
                          <>
                            {' · '}
                            {t.until} <Day at={file.anonymiseAt} />
                          </>
                        )}
                      </Text>
                    </div>
                  </li>
                ))}
              </ul>
              <More query={pages} />
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
