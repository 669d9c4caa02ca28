import type { ReactNode } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import gridClasses from '../../ui/grid/grid.module.css'
import { Ltr, Moment } from '../../ui/isolated.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Actor } from './actor.tsx'
import { audit } from './texts.ts'

/** A record as it was written: ids and names of fields, never a value. */
export function RecordDrawer({ id }: { id: string }) {
  const record = useRead('getAuditRecord', { id })
  return (
    <Loaded query={record} rows={1} height={320}>
      {found => <RecordFacts record={found} />}
    </Loaded>
  )
}

const codes = (names: readonly string[] | null): ReactNode =>
  names && names.length > 0 ? <Ltr>{names.join(' ')}</Ltr> : null

function RecordFacts({ record }: { record: Returned<'getAuditRecord'> }) {
  const t = useTexts(audit)
  const facts: [title: string, value: ReactNode][] = [
    [t.when, <Moment key="when" at={record.at} />],
    [t.who, <Actor key="who" actor={record.actor} />],
    [t.actor, codes([record.actor.id])],
    [t.operation, codes([record.operation])],
    [t.outcome, record.outcome === 'DONE' ? t.done : t.refused],
    [t.code, record.code && codes([record.code])],
    [t.times, record.times > 1 ? record.times : null],
    [t.patients, codes(record.patientIds)],
    [t.others, codes(record.resourceIds)],
    [t.changedFields, codes(record.changedFields)],
    [t.searchFields, codes(record.searchFields)],
    [t.shown, record.resultCount],
    [t.address, record.address && codes([record.address])],
    [t.session, record.tokenId && codes([record.tokenId])],
    [t.request, codes([record.requestId])],
  ]
  return (
    <dl className={gridClasses.facts}>
      {facts.flatMap(([title, value]) =>
        value === null ? [] : [<dt key={title}>{title}</dt>, <dd key={`${title} value`}>{value}</dd>],
      )}
    </dl>
  )
}
