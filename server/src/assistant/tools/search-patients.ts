import { SHOWN_COLUMNS, type ShownPatient } from '../../domain/patients/patient-file.ts'
import { patientSearch, searchPattern } from '../../domain/patients/patient-search.ts'
import { isMeantByName, patientsMeantByName } from '../../domain/patients/patients-by-name.ts'
import { listSource } from '../../kernel/list-source.ts'
import { pageTogether } from '../../kernel/page.ts'
import type { Found } from '../../kernel/text-search.ts'
import { foldForSearch, likeContaining } from '../../kernel/values/fold-for-search.ts'
import { todayIn } from '../../kernel/values/zone.ts'
import { pageContent, pageSchema } from '../derive.ts'
import { branchId, closedInput, paging, rowsOf, search } from '../inputs.ts'
import { maybe, viewOfFields } from '../schemas.ts'
import type { Call, Tool } from '../tool.ts'
import { patientFields } from './patient-view.ts'

type FoundPatient = ShownPatient & { last_visit: string | null }

const source = listSource<FoundPatient>({
  name: 'search_patients',
  from: 'patient t',
  columns: `${SHOWN_COLUMNS}, (select max(a.starts_at) from appointment a
    where a.company_id = t.company_id and a.patient_id = t.id and a.status = 'COMPLETED') as last_visit`,
  where: 't.deleted_at is null',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    ...patientSearch.filters,
    // Nothing is compared with it: it binds the cursor to what was searched for.
    term: value => `${value}::text is not null`,
  },
  derived: patientSearch.derived,
})

/** The patients that the term means; without the scope for contact data they are found by name and file number alone. */
async function meant({ tx, visibility }: Call, term: string): Promise<Found> {
  const mayAll = visibility.allows('patients:read.pii')
  const pattern = mayAll ? searchPattern(term, tx.clinic.country) : likeContaining(foldForSearch(term))
  const found = await patientSearch.find(tx, pattern, false)
  // Where no ids are found, so many share the pattern that it tells nothing of any one of them.
  return mayAll || !found.ids ? found : { ids: await patientsMeantByName(tx, found.ids, term) }
}

export const searchPatients: Tool = {
  name: 'search_patients',
  title: 'Search patients',
  description:
    'Finds patients by a part of the name or by file number, newest file first; also by phone or e-mail where those may be read. The name may be Arabic or Latin.',
  scopes: ['patients:read'],
  input: closedInput({ ...search, ...branchId, ...paging }),
  bind(visibility) {
    const lastVisit = { ...maybe('string'), format: 'date-time', description: 'Of completed appointments.' }
    const view = viewOfFields<{ row: FoundPatient; today: string }>({
      ...patientFields(visibility),
      last_visit: [lastVisit, ({ row }) => row.last_visit],
    })
    return {
      output: pageSchema(view.schema),
      async run(call, given) {
        const term = String(given.query)
        const { cursor, branch_id } = given
        const asked = {
          ...(await meant(call, term)),
          term,
          limit: rowsOf(given),
          ...(typeof cursor === 'string' && { cursor }),
          ...(branch_id !== undefined && { branchId: branch_id }),
        }
        const today = todayIn(call.clinic.timeZone)
        const shown = (row: FoundPatient) => visibility.allows('patients:read.pii') || isMeantByName(row, term)
        const { data, nextCursor } = await pageTogether(call.tx, source, asked, async (rows: FoundPatient[]) =>
          rows.filter(shown),
        )
        const ids = data.map(({ id }) => id)
        const items = data.map(row => view.show({ row, today }))
        return { content: pageContent(items, nextCursor ?? undefined), resourceIds: ids, patientIds: ids }
      },
    }
  },
}
